/** Texts of a manifest with placeholders for arguments and the caller: `order-{order_id} of {owner}`. */
const PLACEHOLDER = /\{(\w+|principal\.[^{}]+)\}/g;

/** The names of a text's placeholders, in order, with repetitions. */
export function placeholdersIn(template: string): readonly string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** The text with something in the place of each placeholder. */
export function fillTemplate(template: string, fill: (name: string) => string): string {
  return template.replace(PLACEHOLDER, (_placeholder, name: string) => fill(name));
}

/** The name in a text that consists of one placeholder, so that it can stand for a value of any type. */
export function soleNameIn(template: string): string | undefined {
  const [only, ...others] = placeholdersIn(template);
  return others.length === 0 && template === `{${only ?? ''}}` ? only : undefined;
}

/** The texts ahead of, between and behind the placeholders: one more than there are placeholders. */
export function literalsIn(template: string): readonly string[] {
  return template.split(PLACEHOLDER).filter((_part, index) => index % 2 === 0);
}
