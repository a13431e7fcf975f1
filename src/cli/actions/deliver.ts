import { createLogger } from '../../app/config/create-logger.js';
import { loadTemporalSettings } from '../../app/config/load-temporal-settings.js';
import { startSdk } from '../../app/telemetry/start-sdk.js';
import { createManifestLoader } from '../load-tools.js';
import {
  type ManifestFlags,
  type TemporalFlags,
  toTemporalOptions,
  type WatchFlags,
} from '../options.js';
import { startReloading } from '../reload.js';
import { startDeliveryWorker } from '../start-delivery-worker.js';
import { STOP_SIGNALS, untilStopped } from '../until-stopped.js';

export interface DeliverFlags extends TemporalFlags, ManifestFlags, WatchFlags {}

/** Delivers events until it is stopped. */
export async function deliver(flags: DeliverFlags): Promise<void> {
  const logger = createLogger();
  const sdk = await startSdk();
  const loader = createManifestLoader(flags.manifest);
  const manifest = await loader.load();
  const temporal = await loadTemporalSettings(toTemporalOptions(flags));
  const worker = await startDeliveryWorker({ manifest, temporal, logger });
  const { namespace } = temporal;
  logger.info({ namespace }, 'Events are being delivered');
  const { watch } = flags;
  const { terminalGone } = startReloading({
    server: {
      reload: async (next) => ({ listChanged: false, needsRestart: await worker.reload(next) }),
      reopenAudit: () => undefined,
    },
    loader,
    logger,
    ...(watch && { watch }),
  });
  await untilStopped([async () => worker.stop()], Promise.race([worker.stopped, terminalGone]), {
    signals: STOP_SIGNALS,
  });
  await sdk?.shutdown();
}
