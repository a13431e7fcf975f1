/** The placeholders in texts of a job: `{name}`, or `{+name}`, whose value keeps its slashes in a URL. */

/** Names may have any letters. Braces of JSON are no placeholder. */
const PLACEHOLDER = /\{(\+?)(principal\.[^{}]+|[\p{L}\p{N}_$@][^{}"':,\n]*)\}/gu;

export function fillPlaceholders(
  template: string,
  fill: (name: string, keepsSlashes: boolean) => string,
): string {
  return template.replace(PLACEHOLDER, (_placeholder, plus: string, name: string) =>
    fill(name, plus !== ''),
  );
}

/** The names in a text, in order, without repetitions. */
export function namesInTemplate(template: string): readonly string[] {
  return [...new Set(Array.from(template.matchAll(PLACEHOLDER), ([, , name = '']) => name))];
}

/** The name in a text that is a single placeholder, whose value keeps its type. */
export function soleNameInTemplate(template: string): string | undefined {
  const [only, ...others] = template.matchAll(PLACEHOLDER);
  return others.length === 0 && only?.[0] === template ? only[2] : undefined;
}
