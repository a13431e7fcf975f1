/** Endpoints for load balancers and orchestrators, outside of MCP. They show public facts only. */
import type { Express } from 'express';

/** Answers while the process is alive. */
export const HEALTH_PATH = '/healthz';
/** Answers 503 while the server is being stopped, and while Temporal does not answer, or refuses the settings. */
export const READY_PATH = '/readyz';

/** Says why new work is not welcome now, in a few words for operators. `undefined`: it is. */
export type FindObstacle = () => Promise<string | undefined>;

/** Answers both paths for every `Host`: probes name the address that they use. */
export function answerHealth(app: Express, findObstacle?: FindObstacle): void {
  app.get(HEALTH_PATH, (_request, response) => {
    response.type('text/plain').send('ok\n');
  });
  app.get(READY_PATH, async (_request, response) => {
    const obstacle = await findObstacle?.();
    if (obstacle === undefined) response.type('text/plain').send('ok\n');
    else response.status(503).type('text/plain').send(`${obstacle}\n`);
  });
}
