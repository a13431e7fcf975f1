/** Characters of base64 that hold the first bytes of a picture, and of a text in which line breaks may stand. */
const HEAD_LENGTH = 24;
const HEAD_WITH_BREAKS_LENGTH = 48;

/** The kinds of pictures that the services of models take (Anthropic, OpenAI, Google), by their first bytes. */
const FIRST_BYTES: readonly (readonly [string, RegExp])[] = [
  ['image/png', /^\u{89}PNG\r\n/u],
  ['image/jpeg', /^\u{FF}\u{D8}\u{FF}/u],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF.{4}WEBP/s],
];

/**
 * Returns the MIME type that the first bytes of a picture say. `undefined` for no bytes, and for kinds that services of
 * models refuse, such as SVG and TIFF: a host keeps a refused picture, and each later request of its conversation fails.
 *
 * @param base64 In the standard alphabet.
 */
export function pictureTypeOf(base64: string): string | undefined {
  const start = base64.slice(0, HEAD_WITH_BREAKS_LENGTH).replaceAll(/\s/g, '');
  const head = atob(start.slice(0, HEAD_LENGTH));
  return FIRST_BYTES.find(([, first]) => first.test(head))?.[0];
}
