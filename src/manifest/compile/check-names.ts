/** Checks the names in texts and expressions of a manifest: each has a root that is known at its place. */
import { isRegistered } from '@jmespath-community/jmespath';

import { type Expression, INPUT, type Reading } from '../../core/mapping/expression.js';
import { literalsOf, placeholdersOf, readsOf, type Text } from '../../core/mapping/text.js';
import { findNearest, nearestName } from '../../core/value/find-nearest.js';
import type { Written } from '../../definition/leaves.js';
import { isRoot, type Members, type Place, type Root, ROOTS } from '../../definition/roots.js';
import type { LocatedProblem } from '../manifest-error.js';

import { compileExpression, type Compiled } from './compile-expression.js';
import { compileText } from './compile-text.js';
import { findMissingMember } from './missing-member.js';

/** The guard of a group, as its `if`. */
export function textsOfGuard(
  guard: string | undefined,
  path: readonly PropertyKey[],
  place: Place,
): readonly Written[] {
  if (guard === undefined) return [];
  return [{ path: [...path, 'if'], kind: 'expression', text: guard, place }];
}

/** Words of earlier drafts and of other languages, with what is written instead. */
const MEANT: ReadonlyMap<string, readonly string[]> = new Map([
  ['principal', ['caller']],
  ['owner', ['caller', 'name']],
  ['arguments', [INPUT]],
  ['args', [INPUT]],
  ['response', ['body']],
]);
/** Beside the subject of a place, an argument is meant only if it is as good as written. */
const MAX_TYPO_DISTANCE = 2;
const CONSTANTS = ['null', 'true', 'false'];
const PLAIN_NAME = /^[\p{L}_][\p{L}\p{M}\p{N}_]*$/u;

/** Writes a place as it stands in an expression. */
function write([root = '', ...members]: readonly string[]): string {
  const [first = ''] = members;
  const isBare = root === INPUT && PLAIN_NAME.test(first);
  const steps = members.map((name) => (PLAIN_NAME.test(name) ? name : JSON.stringify(name)));
  return (isBare ? steps : [`$${root}`, ...steps]).join('.');
}

/** Writes a name for a message as it stands in the manifest: in braces in a text. */
type Quote = (path: readonly string[]) => string;

/** The place that a name alone was meant to be, if it is one of the words for a root. */
function findMeantRoot([name = '', ...rest]: readonly string[]): string[] | undefined {
  const path = MEANT.get(name);
  if (path) return [...path, ...(path.length > 1 ? [] : rest)];
  return isRoot(name) ? [name, ...rest] : undefined;
}

const WITH_HYPHENS = /\$?[\p{L}_][\p{L}\p{N}_.]*(?:-[\p{L}\p{N}_]+)+/gu;

/** The name with hyphens of which a name is a part: `id` in `$body.task-id`. */
function findHyphenated(name: string, text: string): readonly string[] | undefined {
  for (const [word] of text.matchAll(WITH_HYPHENS)) {
    if (!word.split(/[-.$]/).includes(name)) continue;
    const path = word.replace('$', '').split('.');
    return word.startsWith('$') || isRoot(path[0] ?? '') ? path : [INPUT, ...path];
  }
  return undefined;
}

function describeUnknownArgument(
  reading: Reading,
  text: string,
  place: Place,
  quote: Quote,
): string {
  const [name = ''] = reading.path;
  const { tool, input, subject, roots } = place;
  if (CONSTANTS.includes(name))
    return `"${name}" alone is an argument: write \`${name}\` in backticks for the constant.`;
  const hyphenated = findHyphenated(name, text);
  if (hyphenated) return `A name with hyphens stands in quotes: write ${quote(hyphenated)}.`;
  const argument = findMeantRoot(reading.path);
  if (argument)
    return (
      describeRoot({ root: argument[0] ?? '', path: argument.slice(1) }, text, place, quote) ??
      `A name alone is an argument: write ${quote(argument)}.`
    );
  const near = subject
    ? findNearest(name, input, () => Math.min(MAX_TYPO_DISTANCE, Math.floor(name.length / 2)))
    : nearestName(name, input);
  const hints = near === undefined ? [] : [`Did you mean ${quote([INPUT, near])}?`];
  if (roots.job?.includes(name)) hints.push(`${ROOTS.job.gives} ${quote(['job', name])}.`);
  const members = subject && roots[subject];
  const member = members ? nearestName(name, members) : name;
  if (subject && member !== undefined) {
    hints.push(`${ROOTS[subject].gives} ${quote([subject, member, ...reading.path.slice(1)])}.`);
  }
  if (name === 'status' && Object.hasOwn(roots, 'code')) {
    hints.push(`${ROOTS.code.gives} ${quote(['code'])}.`);
  }
  return [`"${tool}" has no argument "${name}".`, ...hints].join(' ');
}

function listRoots({ roots }: Place): string {
  return [INPUT, ...Object.keys(roots)].map((name) => `$${name}`).join(', ');
}

function describeMember(
  root: Root,
  path: readonly string[],
  members: Members,
  quote: Quote,
): string | undefined {
  const [name] = path;
  if (name === undefined || members === undefined || members.includes(name)) return undefined;
  if (members.length === 0) return `$${root} has no members: write ${quote([root])}.`;
  const near = nearestName(name, members);
  const hint =
    near === undefined ? `It has ${members.join(', ')}.` : `Did you mean ${quote([root, near])}?`;
  return `$${root} has no "${name}". ${hint}`;
}

function declinedField(name: string): string {
  return `A declined form has no "${name}": write a constant, such as { value: false }.`;
}

/** The fault of a reading with a root; `undefined`: it is known at its place. */
function describeRoot(
  reading: Reading,
  text: string,
  place: Place,
  quote: Quote,
): string | undefined {
  const { root, path } = reading;
  const { roots, subject, claims, declined } = place;
  if (root === 'answer' && declined) return declinedField(path[0] ?? 'answer');
  if (root === INPUT)
    return path.length === 0 ? undefined : describeArgument(reading, text, place, quote);
  if (root === '') {
    const [, rest] = /\$\.([\w.]*\w)/.exec(text) ?? [];
    const instead = subject
      ? `write ${quote([subject, ...(rest?.split('.') ?? [])])} for what is read here`
      : 'write $input for all arguments';
    return `"$" alone names nothing: ${instead}.`;
  }
  if (!isRoot(root)) {
    const old = MEANT.get(root);
    if (old) return `There is no $${root}: write ${quote([...old, ...path])}.`;
    const near = nearestName(root, [INPUT, ...Object.keys(roots)]);
    const hint =
      near === undefined
        ? `Here, there are ${listRoots(place)}.`
        : `Did you mean ${quote([near, ...path])}?`;
    return `There is no $${root}. ${hint}`;
  }
  if (!Object.hasOwn(roots, root)) {
    const instead = subject
      ? ` ${ROOTS[subject].gives} ${quote([subject, ...path])}.`
      : ` Here, there are ${listRoots(place)}.`;
    return `$${root} is not known here, but ${ROOTS[root].where}.${instead}`;
  }
  if (
    root === 'caller' &&
    path[0] === 'claims' &&
    path[1] !== undefined &&
    claims &&
    !claims.includes(path[1])
  ) {
    return `The claim "${path[1]}" is not passed to Workflows: name it under server.auth.workflowClaims.`;
  }
  const [name = ''] = path;
  if (root === 'headers' && name !== name.toLowerCase()) {
    return `Header names are in lower case here: write ${quote([root, name.toLowerCase()])}.`;
  }
  return describeMember(root, path, roots[root], quote) ?? describeMissing(reading, place, quote);
}

/** A member of a value that has none by its schema, or not this one: it would be shown as "(none)". */
function describeMissing(
  { root, path, mayMiss }: Reading,
  { schemas }: Place,
  quote: Quote,
): string | undefined {
  const schema = isRoot(root) ? schemas?.[root] : undefined;
  const missing = schema && !mayMiss ? findMissingMember(schema, path) : undefined;
  if (!missing) return undefined;
  const { owner, name, what, near } = missing;
  const subject = [root, ...owner];
  if (what === 'an object') {
    // A Workflow may return more beside what its tool shows.
    if (root !== INPUT) return undefined;
    const hint = near === undefined ? '' : ` Did you mean ${quote([...subject, near])}?`;
    return `${quote(subject)} has no "${name}".${hint}`;
  }
  const value = write(subject);
  const isFunction = isRegistered(name);
  const instead = quote(subject).replace(value, isFunction ? `${name}(${value})` : value);
  const element = what === 'a list' ? `, or ${quote(subject).replace(value, `${value}[0]`)}` : '';
  return `${value} is ${what}, and has no "${name}": write ${instead}${element}.`;
}

function describeArgument(
  reading: Reading,
  text: string,
  place: Place,
  quote: Quote,
): string | undefined {
  const [name = ''] = reading.path;
  const { input, lost, roots, declined } = place;
  if (reading.isBare && declined?.includes(name)) return declinedField(name);
  if (reading.isBare && roots.answer?.includes(name)) {
    const or = input.includes(name) ? `, or $input.${name} for the argument` : '';
    return `"${name}" is a field of the form: write ${quote(['answer', name])}${or}.`;
  }
  if (!input.includes(name)) return describeUnknownArgument(reading, text, place, quote);
  if (lost?.names.includes(name)) return `"${name}" is an argument. ${lost.why}`;
  return describeMissing(reading, place, quote);
}

function findFaults({ reads, text }: Expression, place: Place, quote: Quote): string[] {
  const faults = reads.map((reading) =>
    reading.isBare
      ? describeArgument(reading, text, place, quote)
      : describeRoot(reading, text, place, quote),
  );
  return [...new Set(faults.filter((fault) => fault !== undefined))];
}

/** A text that becomes JSON or a query of GraphQL: a value in its quotes could add to it. */
const STRUCTURED = /^\s*(?:[{[]|query\b|mutation\b)/;

function findQuoted(text: Text): string | undefined {
  if (!STRUCTURED.test(text.text)) return undefined;
  let quotes = 0;
  const isQuoted = literalsOf(text)
    .slice(0, -1)
    .some((literal) => {
      quotes += literal.replace(/\\./g, '').split('"').length - 1;
      return quotes % 2 === 1;
    });
  return isQuoted
    ? 'A value between quotes could add to this text: write a map instead, or variables of the query.'
    : undefined;
}

/** A text that is an expression without its braces. */
function findBare({ text }: Text, { roots }: Place): string | undefined {
  const [, root = ''] = /^\$(\w+)(?:[.[]\S*)?$/.exec(text) ?? [];
  const isKnown = root === INPUT || Object.hasOwn(roots, root);
  return isKnown ? `A value in a text stands in braces: write {${text}}.` : undefined;
}

function findBraces(text: Text, { isAddress }: Place): string | undefined {
  const isFound = isAddress && literalsOf(text).some((literal) => /[{}]/.test(literal));
  return isFound ? 'An address has single braces around a value: {$job.id}.' : undefined;
}

/** Placeholders of Handlebars, Jinja and GitHub, and of Python. */
const FOREIGN_PLACEHOLDERS = [/\$?\{\{\s*([^{}]+?)\s*\}\}/g, /%\(([^()]+)\)[a-z]/g];

/** A placeholder of another language for a value that is known here: people would read its marks. */
function findForeign(text: Text, place: Place): string | undefined {
  const literals = literalsOf(text);
  const matches = literals.flatMap((literal) =>
    FOREIGN_PLACEHOLDERS.flatMap((pattern) => Array.from(literal.matchAll(pattern))),
  );
  for (const [written, inside = ''] of matches) {
    const compiled = compileExpression(inside, place.input);
    const isKnown =
      compiled.ok &&
      compiled.made.reads.length > 0 &&
      findFaults(compiled.made, place, write).length === 0;
    const [last = ''] = inside.split(/[\s|]/, 1)[0]?.split('.').slice(-1) ?? [];
    const isMember = place.subject !== undefined && PLAIN_NAME.test(inside);
    const other = isMember ? write([place.subject ?? '', inside]) : undefined;
    const meant = isKnown ? inside : place.input.includes(last) ? last : other;
    if (meant !== undefined)
      return `A value stands in single braces: write {${meant}} for ${written}.`;
  }
  return undefined;
}

function checkText(text: Text, place: Place): string[] {
  const whole = [
    findQuoted(text),
    findBare(text, place),
    findBraces(text, place),
    findForeign(text, place),
  ];
  return [
    ...whole.filter((fault) => fault !== undefined),
    ...placeholdersOf(text).flatMap(({ expression, keepsSlashes }) => {
      const quote: Quote = (path) => `{${keepsSlashes ? '+' : ''}${write(path)}}`;
      const plus =
        keepsSlashes && !place.isAddress
          ? [`Only an address has {+…}: write {${expression.text}}.`]
          : [];
      return [...plus, ...findFaults(expression, place, quote)];
    }),
  ];
}

function compileWritten({ kind, text, place: { input } }: Written): Compiled<Text | Expression> {
  return kind === 'text' ? compileText(text, input) : compileExpression(text, input);
}

/** An expression in braces: a text is meant, or a habit of texts. */
function checkBraces({ text, place }: Written): string | undefined {
  const [, inside = ''] = /^\{([^{}]+)\}$/s.exec(text) ?? [];
  const compiled = compileExpression(inside, place.input);
  if (!compiled.ok) return undefined;
  const [fault] = findFaults(compiled.made, place, write);
  return fault ?? `This is an expression: write it without braces, ${inside}.`;
}

/** A habit of paths: a dot for the whole of what is read, and a number for an element of it. */
function findWhole({ text, kind, path, place: { subject } }: Written): string | undefined {
  const pattern = kind === 'text' ? /\{(\.|\d+)\}/ : /^(\d+)$/;
  const [, step] = pattern.exec(text) ?? [];
  if (step === undefined || subject === undefined) return undefined;
  // The only expression that may be a number, too.
  if (path.at(-1) === 'total') return `A number has no quotes: write ${step}.`;
  const place = step === '.' ? `$${subject}` : `$${subject}[${step}]`;
  return `${ROOTS[subject].gives} ${kind === 'text' ? `{${place}}` : place}.`;
}

const GRAPHQL = /^\s*(?:(?:query|mutation|subscription)\b|\{\s*\w+\s*(?:\([^)]*\))?\s*\{)/;

function findFaultsOf(source: Written): readonly string[] {
  const compiled = compileWritten(source);
  if (!compiled.ok) {
    const inBraces = source.kind === 'expression' ? checkBraces(source) : undefined;
    return [inBraces ?? findWhole(source) ?? compiled.fault];
  }
  const { made } = compiled;
  return 'parts' in made ? checkText(made, source.place) : findFaults(made, source.place, write);
}

/** Faults of texts and expressions: what does not compile, and names that cannot be. */
export function checkWritten(written: readonly Written[]): LocatedProblem[] {
  return written.flatMap((source) => {
    const isQuery = source.kind === 'text' && GRAPHQL.test(source.text);
    const hint = isQuery ? ' A brace of GraphQL stands before a blank.' : '';
    return findFaultsOf(source).map((fault) => ({ path: source.path, message: `${fault}${hint}` }));
  });
}

/** The readings of texts and expressions. Those that do not compile may read anything. */
export function readsIn(written: readonly Written[]): readonly Reading[] {
  return written.flatMap((source) => {
    const compiled = compileWritten(source);
    if (!compiled.ok) {
      return [INPUT, ...Object.keys(source.place.roots)].map((root) => ({ root, path: [] }));
    }
    return 'parts' in compiled.made ? readsOf(compiled.made) : compiled.made.reads;
  });
}
