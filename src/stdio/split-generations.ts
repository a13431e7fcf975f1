import { createInterface } from 'node:readline';
import { PassThrough, type Readable } from 'node:stream';

const PROTOCOL_VERSION_META_KEY = 'io.modelcontextprotocol/protocolVersion';
/** A client may ask with this what there is, before it opens the connection in any generation. */
const DISCOVER_METHOD = 'server/discover';

interface OpeningMessage {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: { readonly _meta?: Readonly<Record<string, unknown>> | null } | null;
}

/** Who reads what of a connection. Each is called once at most, with the lines that are its own. */
export interface SplitGenerations {
  readonly onLegacy: (lines: Readable) => void;
  readonly onModern: (lines: Readable) => void;
}

function parse(line: string): OpeningMessage {
  const message: unknown = JSON.parse(line);
  return typeof message === 'object' && message !== null ? message : {};
}

/** The generation that a message opens the connection in; `undefined` for one that decides nothing. */
function readGeneration(line: string): 'legacy' | 'modern' | undefined {
  const { id, method, params } = parse(line);
  if (id === undefined || typeof method !== 'string') return undefined;
  if (params?._meta?.[PROTOCOL_VERSION_META_KEY] === undefined) return 'legacy';
  return method === DISCOVER_METHOD ? undefined : 'modern';
}

/**
 * Gives a connection to the generation that its opening message is of (Versioning › Compatibility Matrix): each
 * request of 2026-07-28 names its revision in `_meta`, and no other does. The first request other than
 * `server/discover` decides, for good. Notifications and responses name none and decide nothing; those that come
 * before go to 2026-07-28, since no other can have been spoken by then.
 *
 * @param messages Lines of JSON, one message each.
 */
export function splitGenerations(
  messages: Readable,
  { onLegacy, onModern }: SplitGenerations,
): void {
  let legacy: PassThrough | undefined;
  let modern: PassThrough | undefined;
  const toLegacy = (): PassThrough => {
    if (legacy) return legacy;
    legacy = new PassThrough();
    onLegacy(legacy);
    modern?.end();
    return legacy;
  };
  const toModern = (): PassThrough => {
    if (modern) return modern;
    modern = new PassThrough();
    onModern(modern);
    return modern;
  };
  let chosen: PassThrough | undefined;
  const lines = createInterface({ input: messages, crlfDelay: Number.POSITIVE_INFINITY });
  lines.on('line', (line) => {
    const generation = chosen ? undefined : readGeneration(line);
    if (generation === 'legacy') chosen = toLegacy();
    if (generation === 'modern') chosen = toModern();
    (chosen ?? toModern()).write(`${line}\n`);
  });
  lines.once('close', () => {
    (chosen ?? modern ?? toLegacy()).end();
  });
}
