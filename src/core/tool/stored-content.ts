/** What Workflows put elsewhere because it is too large for Temporal: the port by which it is read. */

/** A place that a manifest names, and under which locations have to be. */
export interface StoragePlace {
  /** An absolute directory; or an http(s) URL, whose path ends with a slash. */
  readonly under: string;
  /** Sent with every request to a URL. */
  readonly headers: Readonly<Record<string, string>>;
  /** How long reading may take, in milliseconds. */
  readonly limitMs: number;
  /** More than so many bytes are not read. */
  readonly maxBytes: number;
}

/** A text, or bytes in base64. */
export type ContentBody = { readonly text: string } | { readonly blob: string };

/** What was read. */
export type StoredContent = ContentBody & { readonly mimeType: string };

/** What is read. */
export interface StoredContentQuery {
  /** As the Workflow wrote it: relative to the place, or with all of it. */
  readonly location: string;
  readonly place: StoragePlace;
  /** What the manifest says of its type: it goes before what the place says. */
  readonly mimeType?: string;
  /** Ends the reading. */
  readonly signal: AbortSignal;
}

/**
 * Reads what a Workflow has stored.
 *
 * @throws {TaskError} `resourceNotFound` when nothing is there; `misconfigured` when the location is not under the place, or
 * what is there is too large or not to be had; `unavailable` when it takes too long, or the place has trouble of its own.
 */
export type ReadStored = (query: StoredContentQuery) => Promise<StoredContent>;
