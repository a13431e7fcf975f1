/** Endpoints for load balancers and orchestrators, outside of MCP. They show public facts only. */
import type { Express } from 'express';

/** Answers 200 while the process runs. */
const HEALTH_PATH = '/healthz';
/** Answers 503 if the server is stopping, Temporal does not answer, or Temporal refuses the settings. */
const READY_PATH = '/readyz';

/**
 * Returns the reason why the server should get no new work, in a few words for operators; `undefined` if it is ready.
 */
export type FindObstacle = () => Promise<string | undefined>;

/** Answers both paths for every `Host`, since probes use the address of the process. */
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
