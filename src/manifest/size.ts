import * as z from 'zod';

const SIZE = /^(\d+(?:\.\d+)?) ?(B|KB|MB|KiB|MiB)$/i;
const UNIT_BYTES: ReadonlyMap<string, number> = new Map([
  ['b', 1],
  ['kb', 1_000],
  ['mb', 1_000_000],
  ['kib', 1_024],
  ['mib', 1_024 * 1_024],
]);

/** A size with a unit, or a number of bytes. The result is in whole bytes, at least 1. */
export const size = z
  .union([z.string(), z.number()], { error: ({ input }) => notASize(input) })
  .transform((value, context): number => {
    const bytes = Math.floor(typeof value === 'number' ? value : parseSize(value));
    if (bytes >= 1 && Number.isSafeInteger(bytes)) return bytes;
    context.addIssue({ code: 'custom', message: notASize(value) });
    return z.NEVER;
  });

function notASize(value: unknown): string {
  return `${JSON.stringify(value)} is not a size: write "40 KB", "10 MiB" or a number of bytes, at least 1.`;
}

/** Returns `NaN` for a text that is no size. */
function parseSize(text: string): number {
  const [, amount, unit = ''] = SIZE.exec(text.trim()) ?? [];
  return Number(amount) * (UNIT_BYTES.get(unit.toLowerCase()) ?? Number.NaN);
}
