import type { Sealer } from '../core/sealer.js';
import type { Owner } from '../core/tasks.js';

/** Where the events of a subscription go, and whose they are. */
export interface Endpoint {
  readonly url: string;
  readonly secret: string;
  readonly owner: Owner;
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
    const { url, secret, owner } = (await this.#sealer.open(toPurpose(id), sealed)) ?? {};
    const isWhole =
      typeof url === 'string' && typeof secret === 'string' && typeof owner === 'string';
    return isWhole ? { url, secret, owner } : undefined;
  }
}
