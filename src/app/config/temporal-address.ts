import { toLine } from '../../core/value/quote.js';

/** A host name, an IPv4 address or an IPv6 address in brackets, and a port. */
const HOST_AND_PORT = /^(?:\[[\da-f.:]+\]|[^\s:/'"[\]]+)(?::(\d+))?$/i;
const EXAMPLE = '127.0.0.1:7233';
const MAX_PORT = 65_535;

/** Removes what a pasted URL has around the host and the port. */
function withoutUrl(text: string): string {
  return text
    .replace(/^['"\s]+|['"\s]+$/g, '')
    .replace(/^[a-z][a-z\d+.-]*:\/{1,3}/i, '')
    .replace(/\/.*$/, '');
}

/**
 * Returns the address of Temporal, without blanks around it.
 *
 * @param setting The name of the variable or flag, for errors.
 * @throws {Error} If it is not a host with an optional port. The message says what to write.
 */
export function toTemporalAddress(written: string, setting: string): string {
  const address = written.trim();
  const match = HOST_AND_PORT.exec(address);
  if (match) {
    const port = Number(match[1] ?? MAX_PORT);
    if (port >= 1 && port <= MAX_PORT) return address;
    throw new Error(`${setting} names port ${match[1]}. A port is a number from 1 to ${MAX_PORT}.`);
  }
  const plain = withoutUrl(address);
  const right = HOST_AND_PORT.test(plain) ? plain : EXAMPLE;
  const tls = /^['"\s]*https:/i.test(address) ? ' TLS has its own setting: TEMPORAL_TLS=true.' : '';
  throw new Error(
    `${setting} is "${toLine(written)}". Write only the host and the port: ${right}.${tls}`,
  );
}
