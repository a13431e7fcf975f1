import { readFileSync, statSync } from 'node:fs';

/** Suffix of a variable that names a file with the value, as in container images. */
const FILE_SUFFIX = '_FILE';
/** Larger than any secret. A larger file was probably named by mistake. */
const MAX_FILE_BYTES = 65_536;

/**
 * A variable that names a file which cannot be read. Its message never has the file's path, which may be a secret that
 * was put into the wrong variable.
 */
export class VariableFileError extends Error {
  override readonly name = 'VariableFileError';
}

/**
 * The content of a file with a secret, without line breaks at its end.
 *
 * @param name The setting that names the file, for messages.
 * @throws {VariableFileError} When there is no such file, or nothing in it.
 */
function readSecretFile(name: string, path: string): string {
  const refuse = (what: string): VariableFileError =>
    new VariableFileError(`${name} must name a file with a secret, but ${what}.`);
  let text: string;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw refuse('it does not name a file');
    if (stats.size > MAX_FILE_BYTES) {
      throw refuse(`the file is larger than ${MAX_FILE_BYTES / 1024} KiB`);
    }
    text = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
  } catch (error) {
    if (error instanceof VariableFileError) throw error;
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw refuse(`the file cannot be read (${code})`);
  }
  if (text === '') throw refuse('the file is empty');
  return text;
}

/**
 * The content of the file that `NAME_FILE` names, read now, without line breaks at its end.
 *
 * @returns `undefined` if the variable is not set, or empty.
 * @throws {VariableFileError} When there is no such file, or nothing in it.
 */
export function readVariableFile(name: string, environment: NodeJS.ProcessEnv): string | undefined {
  const variable = `${name}${FILE_SUFFIX}`;
  const path = environment[variable];
  return path === undefined || path === '' ? undefined : readSecretFile(variable, path);
}

/**
 * A secret: the value of a variable, or the content of the file that `NAME_FILE` names.
 *
 * @returns `undefined` if neither is set.
 * @throws {Error} When both are set. {@link VariableFileError} when the file cannot be used.
 */
export function readSecretVariable(
  name: string,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const value = environment[name];
  const isGiven = value !== undefined && value !== '';
  const file = environment[`${name}${FILE_SUFFIX}`];
  if (isGiven && file !== undefined && file !== '') {
    throw new Error(`${name} and ${name}${FILE_SUFFIX} are both set: keep one of them.`);
  }
  return isGiven ? value : readVariableFile(name, environment);
}

const BASE64_PREFIX = 'base64:';
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;

/**
 * Returns the bytes of a secret. A setting gives them as text, or as `base64:` and their base64 or base64url.
 *
 * @param where The name of the secret for errors, which never quote the secret itself.
 * @throws {Error} When the text after `base64:` isn't base64.
 */
export function decodeSecret(where: string, text: string): Uint8Array {
  const encoded = text.startsWith(BASE64_PREFIX) ? text.slice(BASE64_PREFIX.length) : undefined;
  if (encoded === undefined) return Buffer.from(text);
  if (BASE64.test(encoded)) return Buffer.from(encoded, 'base64');
  throw new Error(`${where} starts with "${BASE64_PREFIX}", but the rest is not base64.`);
}
