import type { TasksBindingOptions } from './binding-options.js';

/** A binding: what is served, with what this process remembers of the clients that it serves it to. */
export interface TasksBinding extends TasksBindingOptions {
  readonly canList: boolean;
}

/** Makes what all servers on the same tasks have in common. One is enough for a process, and there should be one. */
export function createBinding(options: TasksBindingOptions): TasksBinding {
  return { canList: true, ...options };
}
