import type { Toolbox } from './toolbox.js';

/** A toolbox that is another one with each use. What has been found in one goes on as it is. */
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
