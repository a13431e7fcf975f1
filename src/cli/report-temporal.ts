import type { TemporalSettings } from '../app/config/connect-temporal.js';
import type { Logger } from '../core/logger.js';

/** Time between two looks, in milliseconds, until Temporal answers. */
const LOOK_EVERY_MS = 2_000;

export interface ReportOptions {
  readonly findObstacle: () => Promise<string | undefined>;
  readonly logger: Logger;
  /** Each line names the address and the namespace. */
  readonly temporal: TemporalSettings;
  /** Time until the first look, in milliseconds: a client over stdio is answered first. Default: 0. */
  readonly afterMs?: number | undefined;
}

/**
 * Logs after the start why Temporal does not answer, once for each change of the reason, and then that it answers. The
 * timer does not keep the process alive.
 */
export function reportTemporal({
  findObstacle,
  logger,
  temporal,
  afterMs = 0,
}: ReportOptions): void {
  const { connection, namespace } = temporal;
  const settings = { address: connection.address, namespace };
  let last: string | undefined;
  const look = async (): Promise<void> => {
    const obstacle = await findObstacle();
    if (obstacle === undefined) {
      if (last !== undefined) logger.info(settings, 'Temporal answers');
      return;
    }
    if (obstacle !== last) logger.warn(settings, obstacle);
    last = obstacle;
    setTimeout(() => void look(), LOOK_EVERY_MS).unref();
  };
  if (afterMs === 0) void look();
  else setTimeout(() => void look(), afterMs).unref();
}
