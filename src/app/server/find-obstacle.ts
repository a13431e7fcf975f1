import type { EndOfWaits } from '../../service/calls/answer/end-of-waits.js';
import type { FindObstacle } from '../../transport/http/health.js';

import type { Connect } from './create-connection.js';

/** Creates the check behind `/readyz`, which asks Temporal about the namespace. Its code is loaded at the first call. */
export function createFindObstacle(connect: Connect, endOfWaits: EndOfWaits): FindObstacle {
  let made: Promise<{ readonly findObstacle: FindObstacle }> | undefined;
  const make = async (): Promise<{ readonly findObstacle: FindObstacle }> => {
    const { TemporalProbe } = await import('../../temporal/link/temporal-probe.js');
    return new TemporalProbe(async () => (await connect()).client);
  };
  return async () => {
    if (endOfWaits.hasCome) return 'stopping';
    made ??= make();
    return (await made).findObstacle();
  };
}
