import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  Scalar,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** A map of at most so many scalars stands on one line. */
const MAX_ON_ONE_LINE = 3;
const STYLE = { lineWidth: 100, flowCollectionPadding: true, singleQuote: true } as const;

/** Keys with lines of comment in front of them. */
export type Comments = Readonly<Record<string, readonly string[] | undefined>>;

/** A part of a manifest as data, with its comment. */
export interface Draft {
  readonly value: Readonly<Record<string, unknown>>;
  readonly comments: Comments;
  /** Comments at the end of members that are maps, by member. */
  readonly endings?: Comments;
}

/** In a manifest, `${` would begin the name of an environment variable. */
function escapeReferences(node: Node): void {
  visit(node, {
    Scalar(key, scalar: Scalar) {
      if (key !== 'key' && typeof scalar.value === 'string') {
        scalar.value = scalar.value.replaceAll('${', () => '$${');
      }
    },
  });
}

function isShort(node: YAMLMap | YAMLSeq): boolean {
  if (isSeq(node)) return node.items.every((item) => isScalar(item));
  return (
    node.items.length <= MAX_ON_ONE_LINE &&
    node.items.every(({ value }) => isScalar(value) || (isSeq(value) && value.flow === true))
  );
}

/** Puts lists of names, and schemas of one value, on one line each. */
function compact(node: Node): void {
  visit(node, {
    Seq(_key, seq) {
      if (isShort(seq)) seq.flow = true;
    },
  });
  visit(node, {
    Map(_key, map) {
      if (isShort(map)) map.flow = true;
    },
  });
}

/** Formats lines as a comment for the `yaml` package: each begins with a blank. */
export function toComment(lines: readonly string[]): string {
  return lines.map((line) => ` ${line}`).join('\n');
}

/** Writes comments in front of keys of a map. */
function addComments(map: unknown, comments: Comments): void {
  if (!isMap(map)) return;
  for (const { key } of map.items) {
    if (!(key instanceof Scalar)) continue;
    const lines = comments[String(key.value)];
    if (lines && lines.length > 0) key.commentBefore = toComment(lines);
  }
}

/** Writes comments after the last key of members. */
function addEndings(map: unknown, endings: Comments = {}): void {
  for (const [key, lines = []] of Object.entries(endings)) {
    const member: unknown = isMap(map) ? map.get(key, true) : undefined;
    if (!isMap(member) || lines.length === 0) continue;
    // A map on one line cannot have comments.
    member.flow = false;
    member.comment = toComment(lines);
  }
}

/** Writes drafts by name as one YAML map, with their comments. */
export function toNode(drafts: ReadonlyMap<string, Draft>): YAMLMap {
  const document = new Document(
    Object.fromEntries([...drafts].map(([name, { value }]) => [name, value])),
  );
  const node = document.contents as unknown as YAMLMap;
  escapeReferences(node);
  for (const { value } of node.items) if (isMap(value)) value.items.forEach(compactPair);
  for (const [name, { comments, endings }] of drafts) {
    const own = Object.entries(comments).filter(([key]) => key !== '');
    addComments(node.get(name, true), Object.fromEntries(own));
    addComments(node, { [name]: comments[''] });
    addEndings(node.get(name, true), endings);
  }
  for (const [index, { key }] of node.items.entries()) {
    if (index > 0 && key instanceof Scalar) key.spaceBefore = true;
  }
  return node;
}

function compactPair({ value }: { readonly value: unknown }): void {
  if (isMap(value) || isSeq(value)) compact(value);
}

/** Matches a list of names on one line, with the blanks that the printer adds inside the brackets. */
const PADDED = /: \[ ([\w$.'-]+(?:, [\w$.'-]+)*) \](?= \}|,|$)/gm;

/** Prints a manifest in the style of people: `{ type: string }`, and `[item, cents]`. */
export function print(document: Document): string {
  return document.toString(STYLE).replace(PADDED, ': [$1]');
}

/** A node as text. */
export function toText(node: YAMLMap): string {
  const document = new Document();
  document.contents = node;
  return print(document);
}
