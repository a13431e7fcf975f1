/** Texts of JMESPath, most of them valid expressions, as in a manifest. */
import { getRegisteredFunctions } from '@jmespath-community/jmespath';
import fc from 'fast-check';

import { hostileText, hostileValue } from './hostile-values.js';

const NAMES = ['id', 'rows', 'cents', 'name', 'secret', '__proto__', 'constructor', 'length'];

const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: hostileText.map((text) => JSON.stringify(text.slice(0, 40))) },
);
const short = fc.integer({ min: -3, max: 3 });
const literal = fc.oneof(
  hostileValue.map((value) => JSON.stringify(value) as string | undefined),
  fc.constantFrom('1', '0', '-1', '400000000', '9007199254740993', '1e308', '""', '[]'),
);
const leaf = fc.oneof(
  { weight: 4, arbitrary: name },
  { weight: 3, arbitrary: fc.constantFrom('@', '$', '[]', '[*]', '*', 'rows[]', 'rows[*].cents') },
  {
    weight: 2,
    arbitrary: literal.map((text = 'null') => `\`${text.replaceAll('`', '\\`').slice(0, 200)}\``),
  },
  { weight: 1, arbitrary: hostileText.map((text) => `'${text.slice(0, 40)}'`) },
);
const operator = fc.constantFrom(
  ...[
    '.',
    ' | ',
    ' || ',
    ' && ',
    ' == ',
    ' != ',
    ' < ',
    ' >= ',
    ' + ',
    ' - ',
    ' * ',
    ' / ',
    ' // ',
  ],
  ' % ',
);

/** Nested expressions. */
const { expression } = fc.letrec<{ expression: string }>((tie) => {
  const inner = tie('expression');
  const inners = fc.array(inner, { minLength: 1, maxLength: 3 });
  return {
    expression: fc.oneof(
      { maxDepth: 5, depthSize: 'medium' },
      leaf,
      fc.tuple(inner, operator, inner).map((parts) => parts.join('')),
      fc
        .tuple(fc.constantFrom(...getRegisteredFunctions()), inners)
        .map(([called, given]) => `${called}(${given.join(', ')})`),
      fc
        .tuple(fc.constantFrom('map', 'sort_by', 'max_by', 'group_by'), inner, inner)
        .map(([called, one, other]) =>
          called === 'map' ? `map(&${one}, ${other})` : `${called}(${other}, &${one})`,
        ),
      inners.map((given) => `[${given.join(', ')}]`),
      fc.tuple(name, inners).map(([key, given]) => `{ ${key}: ${given.join(`, ${key}2: `)} }`),
      fc.tuple(inner, inner).map(([one, other]) => `${one}[?${other}]`),
      fc.tuple(inner, short, short, short).map(([one, ...slice]) => `${one}[${slice.join(':')}]`),
      fc.tuple(inner, inner).map(([one, other]) => `let $x = ${one} in [$x, ${other}]`),
      inner.map((one) => `(${one})`),
      inner.map((one) => `!${one}`),
    ),
  };
});

/** One part repeated many times, which can exhaust the stack of a recursive parser or interpreter. */
const repeated = fc
  .tuple(
    fc.constantFrom('!', '(', '[', '{a:', '.a', '[]', '[*]', '|@', '&', '-', '[@,@]|'),
    fc.nat(5_000),
  )
  .map(([part, count]) => `a${part.repeat(count)}`.slice(part.startsWith('.') ? 0 : 1));

export const expressionText: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: expression },
  { weight: 2, arbitrary: hostileText },
  { weight: 1, arbitrary: repeated },
);
