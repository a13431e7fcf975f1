/** Byte order marks, and their encodings. Windows PowerShell 5 writes UTF-16. */
const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** A file that is not text in a known encoding. */
export class EncodingError extends Error {
  override readonly name = 'EncodingError';
}

/**
 * Decodes a text in UTF-8, or in UTF-16 with a byte order mark. The mark goes.
 *
 * @throws {EncodingError} If it is another encoding.
 */
export function decodeText(bytes: Uint8Array): string {
  const mark = MARKS.find(([begin]) => begin.every((byte, index) => bytes[index] === byte));
  try {
    const text = new TextDecoder(mark?.[1] ?? 'utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Told below.
  }
  throw new EncodingError('The text is not UTF-8. Save the file as UTF-8.');
}
