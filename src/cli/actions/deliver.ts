import { createLogger } from '../../config/create-logger.js';
import { loadTemporalSettings } from '../../config/load-temporal-settings.js';
import { withCodec } from '../../config/with-codec.js';
import { createManifestLoader } from '../load-tools.js';
import { type ManifestFlags, type TemporalFlags, toTemporalOptions } from '../options.js';
import { startDeliveryWorker } from '../start-delivery-worker.js';
import { untilStopped } from '../until-stopped.js';

/** Flags of `deliver`. */
export interface DeliverFlags extends TemporalFlags, ManifestFlags {}

/** Delivers events until it is stopped. */
export async function deliver(flags: DeliverFlags): Promise<void> {
  const logger = createLogger();
  const manifest = await createManifestLoader(flags.manifest).load();
  const settings = await loadTemporalSettings(toTemporalOptions(flags));
  const temporal = await withCodec(settings, manifest.codecKeys);
  const worker = await startDeliveryWorker({ manifest, temporal, logger });
  const { namespace } = temporal;
  logger.info({ namespace }, 'Events are being delivered');
  await untilStopped([async () => worker.stop()], worker.stopped);
}
