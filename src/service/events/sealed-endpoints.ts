import type { Sealer } from '../../core/sealer.js';
import { isRecord } from '../../core/value/is-record.js';

/** The endpoint of a subscription, and its owner. */
export interface Endpoint {
  readonly url: string;
  readonly secret: string;
  readonly owner: string;
  /** Additional headers of every message. Absent: no additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The endpoint may be in a private network. Absent: it may not. */
  readonly internalAddresses?: boolean;
}

function toPurpose(id: string): string {
  return `event subscription ${id}`;
}

/**
 * Endpoints as Temporal stores them. Each is sealed for one subscription, so that no history shows a URL or a secret.
 */
export class SealedEndpoints {
  readonly #sealer: Sealer;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  async seal(id: string, endpoint: Endpoint): Promise<string> {
    return this.#sealer.seal(toPurpose(id), endpoint);
  }

  /** Opens a sealed endpoint; `undefined` if its secret is no longer known. */
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
