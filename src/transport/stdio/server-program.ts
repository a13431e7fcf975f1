import { hostname } from 'node:os';

import type { ServerProgram } from '../../core/person/caller.js';

/** This process, as one server over stdio tells another: `<process ID>@<host name>`. */
export function createServerProgram(host = hostname()): ServerProgram {
  return {
    id: `${process.pid}@${host}`,
    hasEnded: (id) => {
      const [, pid, of] = /^(\d+)@(.*)$/u.exec(id) ?? [];
      // Of other machines nothing is known here.
      if (of !== host) return false;
      try {
        process.kill(Number(pid), 0);
        return false;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code === 'ESRCH';
      }
    },
  };
}
