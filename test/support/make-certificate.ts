/** X.509 certificates (RFC 5280) for servers on loopback: Node.js reads certificates but does not make them. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const DAY_MS = 24 * 60 * 60_000;

/** A certificate and its key, as PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority. */
export interface Authority {
  readonly name: string;
  readonly cert: string;
  readonly privateKey: KeyObject;
}

function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => der(0x30, ...parts);
const oid = (...bytes: readonly number[]): Buffer => der(0x06, Buffer.from(bytes));
const octets = (content: Uint8Array): Buffer => der(0x04, content);
const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.from([0]), content);
const TRUE = der(0x01, Buffer.from([0xff]));

const ECDSA_WITH_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const COMMON_NAME = oid(0x55, 0x04, 0x03);
const BASIC_CONSTRAINTS = oid(0x55, 0x1d, 0x13);
const SUBJECT_ALT_NAME = oid(0x55, 0x1d, 0x11);

function toName(name: string): Buffer {
  return sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(name)))));
}

function toTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(0, 14);
  return der(0x18, Buffer.from(`${digits}Z`));
}

function toPem(label: string, bytes: Buffer): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}

interface Wanted {
  readonly subject: string;
  readonly issuer: string;
  readonly publicKey: KeyObject;
  readonly signedBy: KeyObject;
  readonly extensions: Buffer;
  readonly untilMs: number;
}

function issue({ subject, issuer, publicKey, signedBy, extensions, untilMs }: Wanted): string {
  const toBeSigned = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    toName(issuer),
    sequence(toTime(Date.now() - 30 * DAY_MS), toTime(untilMs)),
    toName(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extensions)),
  );
  const signature = bits(sign('sha256', toBeSigned, signedBy));
  return toPem('CERTIFICATE', sequence(toBeSigned, ECDSA_WITH_SHA256, signature));
}

/** Makes a certificate authority. */
export function makeAuthority(name: string): Authority {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const extensions = sequence(BASIC_CONSTRAINTS, TRUE, octets(sequence(TRUE)));
  const untilMs = Date.now() + 30 * DAY_MS;
  const names = { subject: name, issuer: name };
  const cert = issue({ ...names, publicKey, signedBy: privateKey, extensions, untilMs });
  return { name, cert, privateKey };
}

/**
 * Makes a certificate of a host.
 *
 * @param expiredDays Days since its end. Default: it is valid for 30 more days.
 * @param by The authority that signs it. Default: it signs itself.
 */
export function makeCertificate(
  host: string,
  { by, expiredDays }: { readonly by?: Authority; readonly expiredDays?: number } = {},
): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const names = sequence(der(0x82, Buffer.from(host)));
  const cert = issue({
    subject: host,
    issuer: by?.name ?? host,
    publicKey,
    signedBy: by?.privateKey ?? privateKey,
    extensions: sequence(SUBJECT_ALT_NAME, octets(names)),
    untilMs: Date.now() + (expiredDays === undefined ? 30 : -expiredDays) * DAY_MS,
  });
  return { cert, key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })) };
}
