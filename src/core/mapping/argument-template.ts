/**
 * Texts of a manifest with placeholders for arguments and the caller: `order-{order_id} of {owner}`. Names may have any
 * letters. Braces of JSON are no placeholder.
 */
const PLACEHOLDER = /\{(principal\.[^{}]+|[\p{L}\p{N}_$@][^{}"':,\n]*)\}/gu;

/** The names of a text's placeholders, in order, with repetitions. */
export function placeholdersIn(template: string): readonly string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

export function fillTemplate(template: string, fill: (name: string) => string): string {
  return template.replace(PLACEHOLDER, (_placeholder, name: string) => fill(name));
}

/** The name in a text that is a single placeholder, which can stand for a value of any type. */
export function soleNameIn(template: string): string | undefined {
  const [only, ...others] = placeholdersIn(template);
  return others.length === 0 && template === `{${only ?? ''}}` ? only : undefined;
}

/** The texts before, between and after the placeholders: one more than there are placeholders. */
export function literalsIn(template: string): readonly string[] {
  return template.split(PLACEHOLDER).filter((_part, index) => index % 2 === 0);
}
