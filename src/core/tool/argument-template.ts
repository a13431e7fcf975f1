/** Texts of a manifest with arguments of the call in them, and with whoever makes it: `order-{order_id} of {owner}`. */
const PLACEHOLDER = /\{(\w+|principal\.[^{}]+)\}/g;

/** What the placeholders of a text name, in order; a name may be there twice. */
export function placeholdersIn(template: string): readonly string[] {
  return [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** The text with something in the place of each placeholder. */
export function fillTemplate(template: string, fill: (name: string) => string): string {
  return template.replace(PLACEHOLDER, (_placeholder, name: string) => fill(name));
}

/** The name in a text that is one placeholder and nothing else, so that it can stand for a value of any type. */
export function soleNameIn(template: string): string | undefined {
  const [only, ...others] = placeholdersIn(template);
  return others.length === 0 && template === `{${only ?? ''}}` ? only : undefined;
}

/** The texts ahead of, between and behind the placeholders: one more than there are placeholders. */
export function literalsIn(template: string): readonly string[] {
  return template.split(PLACEHOLDER).filter((_part, index) => index % 2 === 0);
}
