/** The port that reads content which Workflows stored elsewhere because of its size. */

/** A storage place in the manifest. Locations must be inside it. */
export interface StoragePlace {
  /** An absolute directory; or an http(s) URL, whose path ends with a slash. */
  readonly under: string;
  /** Headers of every request to a URL. */
  readonly headers: Readonly<Record<string, string>>;
  /** Time limit of a read, in milliseconds. */
  readonly limitMs: number;
  /** Maximum size of the content, in bytes. */
  readonly maxBytes: number;
}

/** A text, or bytes in base64. */
export type ContentBody = { readonly text: string } | { readonly blob: string };

export type StoredContent = ContentBody & { readonly mimeType: string };

/** The content to read. */
export interface StoredContentQuery {
  /** The Workflow's text: relative to the place, or including it. */
  readonly location: string;
  readonly place: StoragePlace;
  /** The manifest's type of the content. It overrides the type of the place. */
  readonly mimeType?: string;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/**
 * Reads content that a Workflow has stored.
 *
 * @throws {TaskError} `resourceNotFound` if it does not exist. `misconfigured` if its location is outside the place,
 * or it is too large or cannot be read. `unavailable` after a time-out, or if the place fails.
 */
export type ReadStored = (query: StoredContentQuery) => Promise<StoredContent>;
