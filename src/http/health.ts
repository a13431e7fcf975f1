/** What load balancers and orchestrators ask, outside of MCP. It says nothing that anybody might not know. */
import type { Express } from 'express';

/** Whether the process is alive: it answers. */
export const HEALTH_PATH = '/healthz';
/** Whether new work is welcome: 503 from the moment in which the server is being stopped. */
export const READY_PATH = '/readyz';

/**
 * Answers both paths, whatever `Host` a request names: probes name the address that they come upon. That Temporal cannot be
 * reached makes no server unready: it does so for all of them at once, and an error with a reason helps more than none.
 */
export function answerHealth(app: Express, isReady: () => boolean = () => true): void {
  app.get(HEALTH_PATH, (_request, response) => {
    response.type('text/plain').send('ok\n');
  });
  app.get(READY_PATH, (_request, response) => {
    if (isReady()) response.type('text/plain').send('ok\n');
    else response.status(503).type('text/plain').send('stopping\n');
  });
}
