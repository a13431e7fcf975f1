import type { GenerationOptions } from '../generation.js';

/** What a binding serves: everything that a generation does but its own name. */
export type TasksBindingOptions = Omit<GenerationOptions, 'identity'>;
