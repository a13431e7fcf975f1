import { TaskError, TaskErrorCode } from '../../core/errors.js';
import type { Sealer } from '../../core/sealer.js';

export function invalidCursor(): TaskError {
  return new TaskError(
    TaskErrorCode.invalidCursor,
    'The cursor is not one that this server gave you: list again without one.',
  );
}

/** Whose cursor it is: a person's, of one task if it names one. */
export interface CursorOwner {
  readonly owner: string;
  readonly taskId?: string | undefined;
}

/**
 * The cursors of one kind of list. They are sealed for their owner: Temporal's page tokens are plain, are not bound to a
 * query, and cause a retried error if somebody has changed them.
 */
export class Cursors<Place> {
  readonly #sealer: Sealer;
  readonly #purpose: string;
  readonly #namespace: string;

  /** @param kind The kind of list. Another place of its cursors needs another kind. */
  constructor(sealer: Sealer, kind: string, namespace: string) {
    this.#sealer = sealer;
    this.#purpose = `cursor of ${kind}`;
    this.#namespace = namespace;
  }

  /** @param place Plain JSON. */
  async seal(of: CursorOwner, place: Place): Promise<string> {
    return this.#sealer.seal(this.#purpose, { of: this.#nameOf(of), place });
  }

  /** @throws {TaskError} `invalidCursor` for any text that was not sealed as a cursor of this kind for this owner. */
  async open(of: CursorOwner, cursor: string): Promise<Place> {
    const opened = await this.#sealer.open(this.#purpose, cursor);
    if (opened?.['of'] !== this.#nameOf(of)) throw invalidCursor();
    return opened['place'] as Place;
  }

  #nameOf({ owner, taskId }: CursorOwner): string {
    return JSON.stringify([this.#namespace, owner, taskId]);
  }
}

/** Writes a page token of Temporal, for a cursor. */
export function toTokenText(token: Uint8Array): string {
  return Buffer.from(token).toString('base64');
}

export function toPageToken(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'base64'));
}
