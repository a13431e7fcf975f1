import { isDenied } from '../temporal/link/from-temporal-error.js';

import { explainError, type Finding } from './finding.js';

/**
 * Inspects with a call that the credentials may not be allowed. The check then continues without, since servers need not
 * be allowed it either.
 *
 * @param call The Temporal API call, by its name, as roles list it.
 * @param unknown What cannot be determined then, as a clause.
 */
export async function inspectPermitted(
  { call, unknown }: { readonly call: string; readonly unknown: string },
  inspect: () => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await inspect();
  } catch (error) {
    if (!isDenied(error)) throw error;
    const message = `${unknown} cannot be determined: these credentials do not permit ${call} (${explainError(error)}). Run check with a role that does.`;
    return [{ level: 'unknown', message }];
  }
}
