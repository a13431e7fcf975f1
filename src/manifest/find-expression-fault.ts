/** What is wrong with a JMESPath expression, and where: its library says the one, and seldom the other. */
import {
  compile,
  getRegisteredFunctions,
  isRegistered,
  tokenize,
  TreeInterpreter,
} from '@jmespath-community/jmespath';
import { distance } from 'fastest-levenshtein';

import { findFunctions } from './inspect-expression.js';

/** Far more than people write, and little to look for a fault in. */
const MAX_LENGTH = 4_096;
/** A name this far from a known one is a typing error of it. */
const MAX_TYPO_DISTANCE = 2;
/** How the library says that there ought to be more. */
const ENDS_EARLY = /\(EOF\)|got: EOF/;

/** What is wrong with an expression, and at which character of it, counted from 0. */
export interface ExpressionFault {
  readonly message: string;
  readonly offset: number;
}

/** What a piece of work throws, as a text. */
function complaintOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The first character of what is no token. */
function findBadToken(text: string): ExpressionFault | undefined {
  if (complaintOf(() => tokenize(text)) === undefined) return undefined;
  for (let end = text.length - 1; end > 0; end -= 1) {
    if (complaintOf(() => tokenize(text.slice(0, end))) !== undefined) continue;
    const offset = end + (text.slice(end).length - text.slice(end).trimStart().length);
    return { offset, message: `what begins with ${text.charAt(offset)} is no part of one` };
  }
  return { offset: 0, message: `what begins with ${text.charAt(0)} is no part of one` };
}

/** The first token that cannot stand where it does: with what is ahead of it, the expression would only be too short. */
function findMisplaced(text: string): ExpressionFault | undefined {
  const complaint = complaintOf(() => compile(text));
  if (complaint === undefined) return undefined;
  const starts = tokenize(text).map(({ start }) => start);
  for (const [index, offset] of starts.entries()) {
    const end = starts[index + 1] ?? text.length;
    const here = complaintOf(() => compile(text.slice(0, end)));
    if (here === undefined || ENDS_EARLY.test(here) || offset >= text.length) continue;
    return { offset, message: `${text.slice(offset, end).trim()} cannot stand here` };
  }
  return { offset: text.length, message: 'it ends too early' };
}

function suggest(name: string): string {
  const nearest = getRegisteredFunctions()
    .map((known) => ({ known, off: distance(name, known) }))
    .sort((one, two) => one.off - two.off)[0];
  return nearest && nearest.off <= MAX_TYPO_DISTANCE ? ` Did you mean ${nearest.known}()?` : '';
}

/** A function that there is not, or one with too few or too many arguments. */
function findBadCall(text: string): ExpressionFault | undefined {
  for (const { name, argumentCount } of findFunctions(compile(text))) {
    const match = new RegExp(`\\b${name}\\s*\\(`).exec(text);
    const offset = match?.index ?? 0;
    if (!isRegistered(name)) {
      return { offset, message: `there is no function ${name}().${suggest(name)}` };
    }
    const nothing = Array.from({ length: argumentCount }, () => null);
    const complaint = complaintOf(() => TreeInterpreter.runtime.callFunction(name, nothing));
    if (complaint?.startsWith('Invalid arity: ')) {
      return { offset, message: complaint.slice('Invalid arity: '.length) };
    }
  }
  return undefined;
}

/** What is wrong with an expression; `undefined` for one that can be compiled. */
export function findExpressionFault(text: string): ExpressionFault | undefined {
  if (text.length > MAX_LENGTH) {
    return { offset: 0, message: `An expression has ${MAX_LENGTH} characters at most.` };
  }
  const fault = findBadToken(text) ?? findMisplaced(text) ?? findBadCall(text);
  if (!fault) return undefined;
  const { offset, message } = fault;
  const end = message.endsWith('?') ? '' : '.';
  return {
    offset,
    message: `Not a JMESPath expression, from its character ${offset + 1} on: ${message}${end}`,
  };
}
