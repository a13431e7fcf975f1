/** Finds members that a value can't have by its schema: texts, numbers and lists have none. */
import { nearestName } from '../../core/value/find-nearest.js';
import { isRecord } from '../../core/value/is-record.js';
import { followReference } from '../../core/value/json-pointer.js';

type Schema = Readonly<Record<string, unknown>>;

export interface MissingMember {
  /** The path of the value without members, or of the object without this one. */
  readonly owner: readonly string[];
  readonly name: string;
  /** The value in words: "a text". */
  readonly what: string;
  /** The member that is like it. Absent: none is, or the value has no members at all. */
  readonly near?: string | undefined;
}

/** Types without members, in words. */
const WITHOUT_MEMBERS: ReadonlyMap<unknown, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['integer', 'a number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
]);
/** Keywords by which other schemas describe the same value. */
const COMPOSING = ['allOf', 'anyOf', 'oneOf', 'if', 'not', '$dynamicRef', 'patternProperties'];
const MAX_REFERENCES = 16;

/** Follows references inside the schema; `undefined` where more than one schema describes the value. */
function resolve(root: Schema, schema: unknown): Schema | undefined {
  let part = schema;
  for (let count = 0; count < MAX_REFERENCES; count += 1) {
    if (!isRecord(part) || COMPOSING.some((keyword) => Object.hasOwn(part as Schema, keyword))) {
      return undefined;
    }
    const { $ref: reference } = part;
    if (reference === undefined) return part;
    part = followReference(root, reference);
  }
  return undefined;
}

/** `undefined`: the value may have each member of the path. */
export function findMissingMember(
  root: Schema,
  path: readonly string[],
): MissingMember | undefined {
  let part: unknown = root;
  for (const [at, name] of path.entries()) {
    const schema = resolve(root, part);
    if (!schema) return undefined;
    const owner = path.slice(0, at);
    const types = [schema['type']].flat().filter((type) => type !== 'null');
    const [what, ...others] = types.map((type) => WITHOUT_MEMBERS.get(type));
    if (what !== undefined && !others.includes(undefined)) return { owner, name, what };
    const { properties, additionalProperties } = schema;
    if (!isRecord(properties)) return undefined;
    if (!Object.hasOwn(properties, name)) {
      const isClosed = additionalProperties === false;
      const near = nearestName(name, Object.keys(properties));
      return isClosed ? { owner, name, what: 'an object', near } : undefined;
    }
    part = properties[name];
  }
  return undefined;
}
