import { describe, expect, it } from '@jest/globals';

import { isWanted, loadRev2026 } from '../../../src/cli/load-generation.js';
import type { Logger } from '../../../src/core/logger.js';

const logged: string[] = [];
const logger: Logger = {
  info: (_fields, message) => void logged.push(message),
  warn: () => undefined,
  error: () => undefined,
};
const missing = async (): Promise<string> =>
  Promise.reject(
    Object.assign(new Error("Cannot find package '@modelcontextprotocol/server'"), {
      code: 'ERR_MODULE_NOT_FOUND',
    }),
  );

describe('loadRev2026', () => {
  it('loads what serves the generation, unless it is not wanted', async () => {
    const load = async (): Promise<string> => Promise.resolve('loaded');

    expect(await loadRev2026(load, { generations: undefined, logger })).toBe('loaded');
    expect(await loadRev2026(load, { generations: ['2026-07-28'], logger })).toBe('loaded');
    expect(await loadRev2026(missing, { generations: ['2025-11-25'], logger })).toBeUndefined();
  });

  it('does without its SDK, and says so, unless the manifest asks for it', async () => {
    expect(await loadRev2026(missing, { generations: undefined, logger })).toBeUndefined();
    expect(logged).toStrictEqual([
      'Only 2025-11-25 is served: @modelcontextprotocol/server is not installed',
    ]);
    await expect(loadRev2026(missing, { generations: ['2026-07-28'], logger })).rejects.toThrow(
      'npm install @modelcontextprotocol/server @modelcontextprotocol/node',
    );
  });

  it('hides no other failure', async () => {
    const load = async (): Promise<never> => Promise.reject(new Error('A bug'));

    await expect(loadRev2026(load, { generations: undefined, logger })).rejects.toThrow('A bug');
  });
});

describe('isWanted', () => {
  it('is true of every generation where none is named', () => {
    expect(isWanted('2025-11-25', undefined)).toBe(true);
    expect(isWanted('2025-11-25', ['2026-07-28'])).toBe(false);
  });
});
