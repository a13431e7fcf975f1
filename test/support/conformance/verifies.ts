/* eslint jest/no-export: off, jest/valid-title: off, jest/expect-expect: off -- It makes tests of what test files give it, and holds none. */
import { it } from '@jest/globals';

/** Defines a test that cites the requirements it verifies. */
export type Verify<Id extends string, Peer> = (
  ids: readonly Id[],
  title: string,
  body: (peer: Peer) => Promise<void>,
) => void;

/** Runs the body of a test with its peer. */
export type RunWithPeer<Peer> = (body: (peer: Peer) => Promise<void>) => Promise<void>;

/** Functions that define the tests of a file, each with the requirements that it verifies. */
export interface Verifications<Id extends string, OverHttp, OverStdio> {
  /** Defines a test that runs twice, over Streamable HTTP and over stdio. */
  readonly verifies: Verify<Id, OverHttp | OverStdio>;
  readonly verifiesOverHttp: Verify<Id, OverHttp>;
  readonly verifiesOverStdio: Verify<Id, OverStdio>;
}

/** Makes the function that defines tests over one transport, which their titles name. */
export function verifyOver<Id extends string, Peer>(
  transport: 'HTTP' | 'stdio',
  run: RunWithPeer<Peer>,
): Verify<Id, Peer> {
  return (ids, title, body) => {
    it(`${title}, over ${transport} (${ids.join(', ')})`, async () => run(body));
  };
}

/** Makes the functions that define tests over either transport, or over both. */
export function toVerifications<Id extends string, OverHttp, OverStdio>(
  verifiesOverHttp: Verify<Id, OverHttp>,
  verifiesOverStdio: Verify<Id, OverStdio>,
): Verifications<Id, OverHttp, OverStdio> {
  return {
    verifies: (ids, title, body) => {
      verifiesOverHttp(ids, title, body);
      verifiesOverStdio(ids, title, body);
    },
    verifiesOverHttp,
    verifiesOverStdio,
  };
}
