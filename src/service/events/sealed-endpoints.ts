import type { Sealer } from '../../core/sealer.js';
import { isRecord } from '../../core/value/is-record.js';

/** The endpoint of a subscription, and its owner. */
export interface Endpoint {
  readonly url: string;
  readonly secret: string;
  readonly owner: string;
  /** Headers of every message. Absent: none of its own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** It may be in a private network. Absent: no. */
  readonly internalAddresses?: boolean;
}

function toPurpose(id: string): string {
  return `event subscription ${id}`;
}

/** Endpoints as Temporal keeps them: sealed, each for one subscription, so that no history shows a URL or a secret. */
export class SealedEndpoints {
  readonly #sealer: Sealer;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  async seal(id: string, endpoint: Endpoint): Promise<string> {
    return this.#sealer.seal(toPurpose(id), endpoint);
  }

  /** The endpoint; `undefined` where it was sealed with a secret that is not known any more. */
  async open(id: string, sealed: string): Promise<Endpoint | undefined> {
    const opened = (await this.#sealer.open(toPurpose(id), sealed)) ?? {};
    const { url, secret, owner, headers, internalAddresses } = opened;
    const isWhole =
      typeof url === 'string' && typeof secret === 'string' && typeof owner === 'string';
    if (!isWhole) return undefined;
    return {
      url,
      secret,
      owner,
      ...(isRecord(headers) && { headers: headers as Readonly<Record<string, string>> }),
      ...(internalAddresses === true && { internalAddresses }),
    };
  }
}
