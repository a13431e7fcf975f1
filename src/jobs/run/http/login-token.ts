import { isRecord } from '../../../core/value/is-record.js';
import type { OutgoingReply } from '../../../transport/outgoing/send-request.js';
import type { LoginCredentials, LoginTree } from '../../contract/job-access.js';
import { JobCallError } from '../../contract/job-reply.js';

import type { IssuedToken } from './access-tokens.js';
import type { CallSecrets } from './call-secrets.js';
import type { ServiceRequest } from './call-service.js';
import { toJobReply } from './to-job-reply.js';

/** Answers to a login with wrong values. */
const REFUSALS: readonly number[] = [400, 401, 403, 422];

/** Fills the values of variables into the body of a login. */
export function fillLogin(tree: LoginTree, secrets: CallSecrets): unknown {
  if (typeof tree === 'string') return secrets.read(tree);
  if (Array.isArray(tree)) {
    return (tree as readonly LoginTree[]).map((member) => fillLogin(member, secrets));
  }
  if (!isRecord(tree)) return tree;
  const members = Object.entries(tree);
  if (members.length === 1 && 'value' in tree) return tree['value'];
  return Object.fromEntries(
    members.map(([name, member]) => [name, fillLogin(member as LoginTree, secrets)]),
  );
}

/**
 * Gets a token for a filled body.
 *
 * @throws {JobCallError} The API was not called, whatever has become of this request.
 */
export async function requestLoginToken(
  { url, token }: LoginCredentials,
  body: unknown,
  call: (request: ServiceRequest) => Promise<OutgoingReply>,
): Promise<IssuedToken> {
  const address = new URL(url);
  const headers = { accept: 'application/json', 'content-type': 'application/json' };
  const request = { method: 'POST', url: address, headers, body: JSON.stringify(body) };
  const sent = await call(request).catch((error: unknown) => {
    const { kind, message } = error as JobCallError;
    throw error instanceof JobCallError && kind === 'unanswered'
      ? new JobCallError('unsent', message)
      : error;
  });
  const reply = toJobReply(sent, address);
  const { status, headers: replied } = reply;
  if (REFUSALS.includes(status)) {
    const message = `${address.host} refused the login of this job (status ${status}).`;
    throw new JobCallError('unequipped', message);
  }
  const result = await token.evaluate({ body: reply.body, headers: replied, code: status });
  if (result.ok && typeof result.value === 'string' && result.value !== '') {
    return { token: result.value };
  }
  const message = `${address.host} gave no token (status ${status}): "${token.text}" has no value.`;
  throw new JobCallError('unsent', message);
}
