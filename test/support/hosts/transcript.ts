/** The transcript in docs/hosts.md: what a host without tasks and the server say to each other. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type { RawMcp } from '../raw-mcp.js';

const document = fileURLToPath(new URL('../../../docs/hosts.md', import.meta.url));
const PLACE = /(?<=<!-- transcript:begin[^>]*-->\n\n).*?(?=\n\n<!-- transcript:end -->)/s;

/** What is written down of one request. */
export interface Exchange {
  /** A sentence in front of it. */
  readonly remark: string;
  readonly params: { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };
  readonly reply: unknown;
}

/** Calls a tool, and keeps what was said. */
export async function record(
  mcp: RawMcp,
  remark: string,
  params: Exchange['params'],
): Promise<Exchange> {
  const { result, error } = await mcp.request('tools/call', params);
  return { remark, params, reply: result ?? error };
}

function toJsonBlock(value: unknown): string {
  return `\`\`\`json\n${JSON.stringify(value, undefined, 2)}\n\`\`\``;
}

/** As Markdown, with one ID and one time in place of those of this run. */
export function toTranscript(exchanges: readonly Exchange[]): string {
  const text = exchanges
    .flatMap(({ remark, params, reply }) => [
      remark,
      toJsonBlock({ method: 'tools/call', params }),
      'The result:',
      toJsonBlock(reply),
    ])
    .join('\n\n');
  return text
    .replace(
      /mcp-[a-z2-7]{20}-[a-z2-7]{26}/g,
      'mcp-q3vj5b2k7x4mzd6wtyhp-ad5gk2vn7r4xq6jzmtw3bhs5ye',
    )
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '2026-11-21T09:00:00.000Z');
}

/** What docs/hosts.md says now. */
export async function readTranscript(): Promise<string | undefined> {
  return PLACE.exec(await readFile(document, 'utf8'))?.[0];
}

/** Puts a transcript in the place of the one in docs/hosts.md. */
export async function writeTranscript(transcript: string): Promise<void> {
  const text = await readFile(document, 'utf8');
  await writeFile(
    document,
    text.replace(PLACE, () => transcript),
  );
}
