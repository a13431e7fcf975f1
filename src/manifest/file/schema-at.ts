/** Looks into the schema of the manifest itself: what may stand at a path, for messages. */
import * as z from 'zod';

type Schema = z.core.$ZodType;

/** The forms that a schema stands for: behind what makes it optional, and each of a union. */
function formsOf(schema: Schema): readonly Schema[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') return formsOf(def.innerType);
  if (def.type === 'union') return def.options.flatMap(formsOf);
  return def.type === 'pipe' ? formsOf(def.in) : [schema];
}

function membersAt(schema: Schema, key: PropertyKey): readonly Schema[] {
  return formsOf(schema).flatMap((form) => {
    const { def } = (form as z.core.$ZodTypes)._zod;
    if (def.type === 'record') return [def.valueType];
    if (def.type === 'array') return typeof key === 'number' ? [def.element] : [];
    if (def.type !== 'object' || !Object.hasOwn(def.shape, key)) return [];
    const member = def.shape[String(key)];
    return member ? [member] : [];
  });
}

/** The objects that may stand at a path: several where there are several forms, none where no object may. */
export function objectsAt(root: Schema, path: readonly PropertyKey[]): readonly z.ZodObject[] {
  return path
    .reduce<readonly Schema[]>(
      (schemas, key) => schemas.flatMap((schema) => membersAt(schema, key)),
      [root],
    )
    .flatMap(formsOf)
    .filter((form) => form instanceof z.ZodObject);
}

/** The keys that there are at a path. */
export function knownKeysAt(root: Schema, path: readonly PropertyKey[]): string[] {
  return objectsAt(root, path).flatMap(({ shape }) => Object.keys(shape));
}
