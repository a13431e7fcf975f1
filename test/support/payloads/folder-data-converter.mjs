/**
 * Data converters for `--data-converter`, with External Storage in the folder PAYLOADS_STORE, as the Python Worker
 * beside this file has it. PAYLOADS_DRIVER is the driver's name, and PAYLOADS_THRESHOLD the size from which it stores.
 */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { ExternalStorage, StorageDriverClaim } from '@temporalio/common';
import proto from '@temporalio/proto';

const { Payload } = proto.temporal.api.common.v1;
const {
  PAYLOADS_STORE: folder = '',
  PAYLOADS_DRIVER: name = 'folder',
  PAYLOADS_THRESHOLD: threshold = '1024',
} = process.env;

const driver = {
  name,
  type: 'folder',
  store: async (_context, payloads) =>
    Promise.all(
      payloads.map(async (payload) => {
        const key = `secret-key-${randomUUID()}`;
        await writeFile(join(folder, key), Payload.encode(payload).finish());
        return new StorageDriverClaim({ key });
      }),
    ),
  retrieve: async (_context, claims) =>
    Promise.all(
      claims.map(async ({ claimData }) =>
        Payload.decode(await readFile(join(folder, claimData.key))),
      ),
    ),
};

export const dataConverter = {
  externalStorage: new ExternalStorage({
    drivers: [driver],
    payloadSizeThreshold: Number(threshold),
  }),
};
