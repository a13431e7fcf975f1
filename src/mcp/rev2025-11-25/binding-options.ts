import type { GenerationOptions } from '../generation.js';

/** What a binding serves. Sealed are session IDs and the IDs of questions to clients. */
export type TasksBindingOptions = Omit<GenerationOptions, 'identity'>;
