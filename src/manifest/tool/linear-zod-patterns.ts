import * as z from 'zod';

import { compilePattern, type Pattern } from '../schema/linear-pattern.js';

/** A pattern of `.regex()` that RE2 matches. It looks like the author's to zod, which names it when a text differs. */
class LinearRegExp extends RegExp {
  readonly #linear: Pattern;

  constructor(pattern: RegExp, linear: Pattern) {
    super(pattern);
    this.#linear = linear;
  }

  override test(text: string): boolean {
    return this.#linear.test(text);
  }
}

/** RE2 stands in for JavaScript with these flags; the other ones change what a pattern matches. */
const SAME_MEANING = /^[gu]*$/u;

function toLinear(pattern: RegExp): RegExp {
  if (!SAME_MEANING.test(pattern.flags)) return pattern;
  try {
    const linear = compilePattern(pattern.source);
    return linear.isLinear ? new LinearRegExp(pattern, linear) : pattern;
  } catch {
    // A pattern that is valid without the flag `u` only.
    return pattern;
  }
}

/**
 * Has the patterns of `.regex()` anywhere in a zod object matched in linear time. Zod keeps its own messages. It changes the
 * author's schema itself, since zod has no way to copy one with other patterns.
 */
export function matchInLinearTime(schema: z.ZodObject): void {
  const override = ({ zodSchema }: { readonly zodSchema: z.core.$ZodType }): void => {
    for (const { _zod: check } of zodSchema._zod.def.checks ?? []) {
      const { def } = check as { readonly def: Partial<z.core.$ZodCheckRegexDef> };
      if (def.format === 'regex' && def.pattern) def.pattern = toLinear(def.pattern);
    }
  };
  // Zod visits each part of a schema when it writes JSON Schema: of a transformation, the side that it writes.
  for (const io of ['input', 'output'] as const)
    z.toJSONSchema(schema, { io, unrepresentable: 'any', override });
}
