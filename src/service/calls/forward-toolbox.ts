import type { Toolbox } from './toolbox.js';

/**
 * Forwards each call to the current toolbox, so that a reload takes effect at once. Tools found before stay as they
 * are.
 */
export function forwardToolbox(current: () => Toolbox): Toolbox {
  return {
    list: (caller) => current().list(caller),
    listAll: () => current().listAll(),
    has: (name) => current().has(name),
    asksBeforeStart: (name, caller) => current().asksBeforeStart(name, caller),
    keepsQuestions: (name) => current().keepsQuestions(name),
    find: (name, caller) => current().find(name, caller),
  };
}
