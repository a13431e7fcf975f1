/** The content blocks of tool results: what each revision of MCP takes, and what a Worker wrote. */

import { TEXT_FORMATS } from '../contract/text-formats.js';
import { toStandardBase64 } from '../value/bytes.js';
import { toJson } from '../value/exact-json.js';
import { isRecord } from '../value/is-record.js';
import { takeMeantValue } from '../value/meant-value.js';

import { pictureTypeOf } from './picture.js';

/** One block of a tool result. The server reads its `type` only; clients read the rest. */
export interface ContentBlock {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** Called with the JSON Pointer of a member that MCP does not take. */
type OnMisfit = (pointer: string) => void;

/** Returns the value as MCP takes it; `undefined` if it does not. */
type Fit = (value: unknown, pointer: string, onMisfit: OnMisfit) => unknown;

interface Shape {
  readonly required?: Readonly<Record<string, Fit>> | undefined;
  readonly optional: Readonly<Record<string, Fit>>;
}

function fits(isFit: (value: unknown) => boolean): Fit {
  return (value) => (isFit(value) ? value : undefined);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const TEXT = fits(isText);
const BASE64: Fit = (value) => (isText(value) ? toStandardBase64(value) : undefined);
/** A record in place of which PHP writes `[]`. */
const RECORD: Fit = (value) => {
  const record = takeMeantValue(value, ['object']);
  return isRecord(record) ? record : undefined;
};

function oneOf(...values: readonly string[]): Fit {
  return fits((value) => isText(value) && values.includes(value));
}

function listOf(fit: Fit): Fit {
  return (value, pointer, onMisfit) => {
    if (!Array.isArray(value)) return undefined;
    const fitted = value.map((item, index) => fit(item, `${pointer}/${index}`, onMisfit));
    return fitted.includes(undefined) ? undefined : fitted;
  };
}

/**
 * Optional members that are `null` count as left out, as Workers in Python, Java and C# write them; others that MCP does
 * not take are left out, too. Unknown members stay, since a later revision may have them.
 */
function objectOf({ required = {}, optional }: Shape): Fit {
  const fits = new Map(Object.entries({ ...optional, ...required }));
  return (written, pointer, onMisfit) => {
    const value = takeMeantValue(written, ['object']);
    if (!isRecord(value)) return undefined;
    const members = Object.entries(value).flatMap(([name, member]) => {
      if (member === null || member === undefined) return [];
      const fit = fits.get(name);
      const place = `${pointer}/${name}`;
      const fitted = fit ? fit(member, place, onMisfit) : member;
      if (fitted === undefined) onMisfit(place);
      return fitted === undefined ? [] : [[name, fitted] as const];
    });
    const object: Readonly<Record<string, unknown>> = Object.fromEntries(members);
    const isWhole = Object.keys(required).every((name) => Object.hasOwn(object, name));
    return isWhole ? object : undefined;
  };
}

/** The MIME type of bytes of an unknown kind. */
export const ANY_BYTES = 'application/octet-stream';

/** RFC 3339, as clients check it: with seconds and a zone. */
const TIMESTAMP = /T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

const ANNOTATIONS = objectOf({
  optional: {
    audience: listOf(oneOf('user', 'assistant')),
    priority: fits((value) => typeof value === 'number' && value >= 0 && value <= 1),
    lastModified: fits(
      (value) =>
        isText(value) && TIMESTAMP.test(value) && TEXT_FORMATS['date-time']?.(value) === true,
    ),
  },
});
const COMMON = { annotations: ANNOTATIONS, _meta: RECORD };
const ICON = objectOf({
  required: { src: TEXT },
  optional: { mimeType: TEXT, sizes: listOf(TEXT), theme: oneOf('light', 'dark') },
});
const CONTENTS = objectOf({
  required: { uri: TEXT },
  optional: { mimeType: TEXT, text: TEXT, blob: BASE64, _meta: RECORD },
});

const withContents: Fit = (value, pointer, onMisfit) => {
  const contents = CONTENTS(value, pointer, onMisfit);
  return isRecord(contents) && ('text' in contents || 'blob' in contents) ? contents : undefined;
};

const MEDIA = objectOf({ required: { data: BASE64, mimeType: TEXT }, optional: COMMON });

/** A picture or a sound without bytes is none. */
const withBytes: Fit = (value, pointer, onMisfit) => {
  const media = MEDIA(value, pointer, onMisfit);
  return isRecord(media) && media['data'] !== '' ? media : undefined;
};

/** A picture has the type that its bytes say. One that services of models refuse becomes a file. */
const asShown: Fit = (value, pointer, onMisfit) => {
  const picture = withBytes(value, pointer, onMisfit);
  if (!isRecord(picture)) return undefined;
  const { data, mimeType, ...others } = picture as Readonly<Record<'data' | 'mimeType', string>>;
  const seen = pictureTypeOf(data);
  if (seen !== mimeType) onMisfit(`${pointer}/mimeType`);
  return seen === undefined
    ? { ...others, type: 'resource', resource: toFile(pointer, mimeType, data) }
    : { ...picture, mimeType: seen };
};

function toFile(pointer: string, mimeType: string, blob: string): Readonly<Record<string, string>> {
  return { uri: `result:${pointer}`, mimeType: mimeType || ANY_BYTES, blob };
}

/** `ContentBlock` of MCP's schema: the union over all revisions, which only add members and types. */
const BLOCKS = new Map<unknown, Fit>([
  ['text', objectOf({ required: { text: TEXT }, optional: COMMON })],
  ['image', asShown],
  ['audio', withBytes],
  ['resource', objectOf({ required: { resource: withContents }, optional: COMMON })],
  [
    'resource_link',
    objectOf({
      required: { uri: TEXT, name: TEXT },
      optional: {
        ...COMMON,
        title: TEXT,
        description: TEXT,
        mimeType: TEXT,
        size: fits((value) => typeof value === 'number'),
        icons: listOf(ICON),
      },
    }),
  ],
]);

export function namesBlockType(value: unknown): boolean {
  return isRecord(value) && BLOCKS.has(value['type']);
}

/** Returns the block in a Worker's value, without members that are `null`; `undefined` if MCP takes no such block. */
export function readBlock(
  value: unknown,
  pointer: string,
  onMisfit: OnMisfit,
): ContentBlock | undefined {
  const fit = isRecord(value) ? BLOCKS.get(value['type']) : undefined;
  return fit?.(value, pointer, onMisfit) as ContentBlock | undefined;
}

/** A value as a text block: a text unchanged, other values as JSON. */
export function toTextBlock(value: unknown): ContentBlock {
  return { type: 'text', text: isText(value) ? value : (toJson(value) ?? '') };
}

/** The first revision with a type. The others are in all revisions. */
const FIRST_REVISION: ReadonlyMap<string, string> = new Map([
  ['audio', '2025-03-26'],
  ['resource_link', '2025-06-18'],
]);

function describeLacking({ type, name, uri, mimeType }: ContentBlock, revision: string): string {
  return type === 'resource_link'
    ? `${String(name)}: ${String(uri)}`
    : `A sound (${String(mimeType)}) is left out, since revision ${revision} of MCP, which this client has chosen, has no sounds.`;
}

/**
 * Replaces the blocks that a revision lacks with texts. A link whose address is in another text already is left out.
 *
 * @param revision The revision of the client, such as `2025-03-26`.
 */
export function toBlocksOf(
  content: readonly ContentBlock[],
  revision: string,
): readonly ContentBlock[] {
  const isLacking = ({ type }: ContentBlock): boolean =>
    revision < (FIRST_REVISION.get(type) ?? '');
  const isSaid = ({ uri }: ContentBlock): boolean =>
    isText(uri) && content.some(({ text }) => isText(text) && text.includes(uri));
  return content.flatMap((block) => {
    if (!isLacking(block)) return [block];
    return isSaid(block) ? [] : [toTextBlock(describeLacking(block, revision))];
  });
}
