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
  /** Comments at the end of a member that is a map. */
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

/** Lists of names, and schemas of one value, on one line each. */
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

/** Lines as a comment of the `yaml` package: each with a blank in front of it. */
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

/** Writes comments behind the last key of members. */
function addEndings(map: unknown, endings: Comments = {}): void {
  for (const [key, lines = []] of Object.entries(endings)) {
    const member: unknown = isMap(map) ? map.get(key, true) : undefined;
    if (!isMap(member) || lines.length === 0) continue;
    // On one line there is no room for comments.
    member.flow = false;
    member.comment = toComment(lines);
  }
}

/** Drafts by name as one YAML map, with their comments. */
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

/** A list of names on one line, as the printer pads it. */
const PADDED = /: \[ ([\w$.'-]+(?:, [\w$.'-]+)*) \](?= \}|,|$)/gm;

/** A manifest as people write them: `{ type: string }`, and `[item, cents]`. */
export function print(document: Document): string {
  return document.toString(STYLE).replace(PADDED, ': [$1]');
}

/** A node as text. */
export function toText(node: YAMLMap): string {
  const document = new Document();
  document.contents = node;
  return print(document);
}
