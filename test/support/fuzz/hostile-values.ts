/** Values of malicious or careless clients. */
import fc from 'fast-check';

/** Levels of JSON up to the limit and beyond. Deeper JSON, which exhausts a stack, is sent as text. */
const DEPTHS = [2, 20, 60, 64, 65, 80, 81, 200];

const ODD_TEXTS = [
  '',
  ' ',
  '.',
  '{.}',
  '{order_id}',
  '$&',
  '%',
  '%2D',
  'mcp-',
  'mcp-input.',
  'task-1',
  'task-2',
  'task-3',
  'order',
  'confirmed',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  'then',
  '\u0000',
  '\r\n',
  '\u2028',
  '\u202e',
  '\ufeff',
  '\ufffd',
  '\ud800',
  '\udc00',
  'a\ud800b',
  '\u{1f600}',
  'e\u0301',
  '../../etc/passwd',
  "' OR 1=1 --",
  '2025-11-25',
  '2026-07-28',
  '1e400',
  'null',
];

const unit16 = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

/** Texts of any UTF-16 units, unpaired surrogates included; names of inherited members; and long texts. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 3, arbitrary: fc.string({ unit: unit16, maxLength: 20 }) },
  { weight: 2, arbitrary: fc.string({ maxLength: 20 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('a', '.', 'a@', '\ud800', 'ä', '{', '\\', '"'), fc.nat(20_000))
      .map(([part, count]) => part.repeat(count)),
  },
);

const oddNumber = fc.oneof(
  fc.constantFrom(
    ...[0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53) - 2, 1e21, Number.MAX_VALUE, Number.MIN_VALUE],
  ),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

function nest(depth: number, isList: boolean): unknown {
  const [open, close] = isList ? ['[', ']'] : ['{"a":', '}'];
  return JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`.replace('[1]', '[]'));
}

const deepValue = fc
  .tuple(fc.constantFrom(...DEPTHS), fc.boolean())
  .map(([depth, isList]) => nest(depth, isList));

/** Adds an own member of any name to an object. */
export function withMember(object: object, name: string, value: unknown): object {
  return Object.defineProperty(object, name, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}

const oddObject = fc
  .array(fc.tuple(hostileText, fc.oneof(hostileText, oddNumber)), { maxLength: 4 })
  .map((members) => members.reduce((object, [name, value]) => withMember(object, name, value), {}));

const wide = fc.tuple(fc.nat(3_000), fc.oneof(hostileText, oddNumber)).map(([count, value]) => {
  const item = typeof value === 'string' ? value.slice(0, 20) : value;
  return Array.from({ length: count }, () => item);
});

/** JSON of every kind. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [null], [[]]) },
  { weight: 6, arbitrary: hostileText },
  { weight: 4, arbitrary: oddNumber },
  { weight: 4, arbitrary: oddObject },
  { weight: 3, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
  { weight: 1, arbitrary: deepValue },
  { weight: 1, arbitrary: wide },
);
