import { hostname } from 'node:os';

import type { ServerProgram } from '../../core/person/caller.js';

/** Names this process for other servers over stdio: `<process ID>@<host name>`. */
export function createServerProgram(host = hostname()): ServerProgram {
  return {
    id: `${process.pid}@${host}`,
    hasEnded: (id) => {
      const [, pid, of] = /^(\d+)@(.*)$/u.exec(id) ?? [];
      // The processes of other machines are unknown here, so they count as running.
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
