/** Finds the fault of a JMESPath expression and its place: the library names the fault, but seldom the place. */
import {
  compile,
  getRegisteredFunctions,
  isRegistered,
  tokenize,
  TreeInterpreter,
} from '@jmespath-community/jmespath';

import { findNearest } from '../../core/tool/find-nearest.js';

import { depthOf, findFunctions } from './inspect-expression.js';

/** Far more than people write, and little to look for a fault in. */
const MAX_LENGTH = 4_096;
/** Far more than people nest or chain, and little for a stack. */
const MAX_DEPTH = 256;
/** A name this far from a known one is a typing error of it. */
const MAX_TYPO_DISTANCE = 2;
/** How the library says that there ought to be more. */
const ENDS_EARLY = /\(EOF\)|got: EOF/;

/** A fault, and its character in the expression, counted from 0. */
export interface ExpressionFault {
  readonly message: string;
  readonly offset: number;
}

/** The error of some work, as a text. */
function complaintOf(work: () => unknown): string | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The first character that belongs to no token. */
function findBadToken(text: string): ExpressionFault | undefined {
  if (complaintOf(() => tokenize(text)) === undefined) return undefined;
  for (let end = text.length - 1; end > 0; end -= 1) {
    if (complaintOf(() => tokenize(text.slice(0, end))) !== undefined) continue;
    const offset = end + (text.slice(end).length - text.slice(end).trimStart().length);
    return { offset, message: `what begins with ${text.charAt(offset)} is no part of one` };
  }
  return { offset: 0, message: `what begins with ${text.charAt(0)} is no part of one` };
}

/**
 * The first misplaced token: the text before it is only incomplete. All longer texts have the same fault, so
 * bisection finds it.
 */
function findMisplaced(text: string): ExpressionFault | undefined {
  if (complaintOf(() => compile(text)) === undefined) return undefined;
  const starts = tokenize(text)
    .map(({ start }) => start)
    .filter((start) => start < text.length);
  const endOf = (index: number): number => starts[index + 1] ?? text.length;
  const isMisplacedIn = (index: number): boolean => {
    const complaint = complaintOf(() => compile(text.slice(0, endOf(index))));
    return complaint !== undefined && !ENDS_EARLY.test(complaint);
  };
  let sound = 0;
  let rest = starts.length;
  while (sound < rest) {
    const middle = Math.floor((sound + rest) / 2);
    if (isMisplacedIn(middle)) rest = middle;
    else sound = middle + 1;
  }
  const offset = starts[sound];
  if (offset === undefined) return { offset: text.length, message: 'it ends too early' };
  return { offset, message: `${text.slice(offset, endOf(sound)).trim()} cannot stand here` };
}

function findDepth(text: string): ExpressionFault | undefined {
  if (depthOf(compile(text)) <= MAX_DEPTH) return undefined;
  return { offset: 0, message: `it has more than ${MAX_DEPTH} parts inside or behind each other` };
}

function suggest(name: string): string {
  const nearest = findNearest(name, getRegisteredFunctions(), () => MAX_TYPO_DISTANCE);
  return nearest === undefined ? '' : ` Did you mean ${nearest}()?`;
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

/** The fault of an expression; `undefined` if it compiles. */
export function findExpressionFault(text: string): ExpressionFault | undefined {
  if (text.length > MAX_LENGTH) {
    return { offset: 0, message: `An expression has ${MAX_LENGTH} characters at most.` };
  }
  const fault = findBadToken(text) ?? findMisplaced(text) ?? findDepth(text) ?? findBadCall(text);
  if (!fault) return undefined;
  const { offset, message } = fault;
  const end = message.endsWith('?') ? '' : '.';
  return {
    offset,
    message: `Not a JMESPath expression, from its character ${offset + 1} on: ${message}${end}`,
  };
}
