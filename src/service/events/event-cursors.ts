import type { Sealer } from '../../core/sealer.js';
import { isRecord } from '../../core/value/is-record.js';

import type { Position } from './types/event-type.js';

function toPurpose(owner: string, name: string): string {
  return JSON.stringify(['events cursor', owner, name]);
}

/** Positions as clients carry them. Each is sealed for one owner and one type of events. */
export class EventCursors {
  readonly #sealer: Sealer;

  constructor(sealer: Sealer) {
    this.#sealer = sealer;
  }

  async seal(owner: string, name: string, position: Position): Promise<string> {
    return this.#sealer.seal(toPurpose(owner, name), { position });
  }

  /** Opens a cursor; `undefined` if it is malformed, of another owner, or of another type. */
  async open(owner: string, name: string, cursor: string): Promise<Position | undefined> {
    const opened = await this.#sealer.open(toPurpose(owner, name), cursor);
    const position = opened?.['position'];
    return isRecord(position) ? position : undefined;
  }
}
