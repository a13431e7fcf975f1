/** The handle in docs/hosts.md, as a host without tasks receives it. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const document = fileURLToPath(new URL('../../../docs/hosts.md', import.meta.url));
const PLACE = /(?<=<!-- transcript:begin[^>]*-->\n\n).*?(?=\n\n<!-- transcript:end -->)/s;

/** Formats a handle as Markdown, with a constant ID in place of this run's. */
export function toTranscript(handle: string): string {
  const text = handle.replace(
    /mcp-[a-z2-7]{20}-[a-z2-7]{26}/g,
    'mcp-q3vj5b2k7x4mzd6wtyhp-ad5gk2vn7r4xq6jzmtw3bhs5ye',
  );
  return `\`\`\`text\n${text}\n\`\`\``;
}

/** The present transcript in docs/hosts.md. */
export async function readTranscript(): Promise<string | undefined> {
  return PLACE.exec(await readFile(document, 'utf8'))?.[0];
}

/** Replaces the transcript in docs/hosts.md. */
export async function writeTranscript(transcript: string): Promise<void> {
  const text = await readFile(document, 'utf8');
  await writeFile(
    document,
    text.replace(PLACE, () => transcript),
  );
}
