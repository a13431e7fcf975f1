import {
  AddressRefusedError,
  isInternalAddress,
  isPublicAddress,
  type Network,
} from '../../../transport/outgoing/allowed-address.js';
import {
  type OutgoingReply,
  type OutgoingRequest,
  RequestFailedError,
  sendRequest,
} from '../../../transport/outgoing/send-request.js';
import type { ServiceAccess } from '../../contract/job-access.js';
import { JobCallError } from '../../contract/job-reply.js';

export type ServiceRequest = Pick<OutgoingRequest, 'method' | 'url' | 'headers' | 'body'>;

/** Limits of a call with all of its requests. */
export interface ServiceLimits {
  readonly network: Network;
  readonly signal: AbortSignal;
  readonly maxReplyBytes: number;
  /** The end of a larger reply is kept, of this size. Default: nothing of it. */
  readonly tailBytes?: number | undefined;
}

/** A request that HTTP cannot carry, by the codes of Node.js. */
const UNFIT = new Set([
  'ERR_INVALID_CHAR',
  'ERR_INVALID_HTTP_TOKEN',
  'ERR_UNESCAPED_CHARACTERS',
  'ERR_HTTP_INVALID_HEADER_VALUE',
]);
/** Codes of certificates that no authority known to Node.js has issued. */
const UNKNOWN_ISSUER = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
]);
const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name is unknown',
  EAI_AGAIN: 'its name could not be looked up',
  ECONNREFUSED: 'it refuses connections',
};

/** A constant of Node.js or OpenSSL, such as `CERT_HAS_EXPIRED`. Messages of errors have addresses. */
function toReason(cause: unknown): string {
  const { name, code } = cause as { readonly name?: unknown; readonly code?: unknown };
  if (name === 'TimeoutError') return 'the time is over';
  if (typeof code !== 'string') return 'the connection has failed';
  return REASONS[code] ?? `the connection has failed (${code})`;
}

function toCallError(
  { cause, wasConnected }: RequestFailedError,
  host: string,
  { internalAddresses }: ServiceAccess,
): JobCallError {
  const { code } = cause as { readonly code?: unknown };
  if (typeof code === 'string' && UNFIT.has(code)) {
    const message = `The request to ${host} has a method, a path or a header with characters that HTTP does not allow.`;
    return new JobCallError('forbidden', message);
  }
  if (typeof code === 'string' && UNKNOWN_ISSUER.has(code)) {
    const message = `The certificate of ${host} is of an authority that the Worker does not know (${code}): name the file with its certificate in NODE_EXTRA_CA_CERTS of the Worker.`;
    return new JobCallError('forbidden', message);
  }
  if (cause instanceof AddressRefusedError) {
    const message = internalAddresses
      ? `${host} has an address outside of private networks, where only https: may be used.`
      : `${host} has an address in a private network, which only "internalAddresses: true" of the job allows.`;
    return new JobCallError('forbidden', message);
  }
  return wasConnected
    ? new JobCallError('unanswered', `${host} has sent no complete reply: ${toReason(cause)}.`)
    : new JobCallError('unsent', `${host} cannot be reached: ${toReason(cause)}.`);
}

/**
 * Makes one request, to addresses that the access allows: public ones, or those of private networks. Over `http:`, only
 * the latter are called, so that no secret is readable on the Internet.
 *
 * @throws {JobCallError}
 */
export async function callService(
  request: ServiceRequest,
  access: ServiceAccess,
  { network, signal, maxReplyBytes, tailBytes }: ServiceLimits,
): Promise<OutgoingReply> {
  const { host, protocol } = request.url;
  const { internalAddresses } = access;
  const { isPublic = isPublicAddress, resolve } = network;
  const isPlain = protocol === 'http:';
  if (isPlain && !internalAddresses) {
    const message = `${host} is called over http:, which only "internalAddresses: true" of the job allows.`;
    throw new JobCallError('forbidden', message);
  }
  const isAllowed = (address: string): boolean =>
    isPlain
      ? isInternalAddress(address) && !isPublic(address)
      : internalAddresses || isPublic(address);
  try {
    return await sendRequest({ ...request, isAllowed, resolve, signal, maxReplyBytes, tailBytes });
  } catch (error) {
    throw error instanceof RequestFailedError ? toCallError(error, host, access) : error;
  }
}
