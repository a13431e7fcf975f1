import { findSignInProblem } from '../../core/question/inbox-sign-in.js';
import type { LocatedProblem } from '../file/located-problem.js';
import type { ManifestSource } from '../manifest-schema.js';

import { toInboxSettings } from './inbox-schema.js';

/** Checks of `server.inbox` beyond the schema: sign-in has to be possible where it is required. */
export function checkInbox(
  { inbox, auth }: ManifestSource['server'] = {},
  path: readonly PropertyKey[],
): LocatedProblem[] {
  // Without tokens in the manifest there may be some in the environment: the server looks then.
  if (!inbox || !auth) return [];
  const { issuers = [] } = auth;
  const message = findSignInProblem(
    toInboxSettings(inbox, undefined),
    issuers.map(({ issuer }) => issuer),
  );
  return message === undefined ? [] : [{ path: [...path, 'signIn'], message }];
}
