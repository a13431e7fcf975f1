/** Estimates the cost of an expression, so that cheap expressions are evaluated at once. */
import { partsOf } from './inspect-expression.js';
import type { Syntax } from './interpret-expression.js';

/** Factors of the size of the value. Infinite: the cost may grow faster than the value. */
interface Cost {
  readonly time: number;
  /** Size of the result. */
  readonly size: number;
}

const UNBOUNDED: Cost = { time: Infinity, size: Infinity };

/** Functions whose time and result are in proportion to their arguments. */
const LINEAR_FUNCTIONS: readonly string[] = [
  ...['abs', 'avg', 'ceil', 'contains', 'ends_with', 'floor', 'items', 'keys', 'length', 'lower'],
  ...['map', 'max', 'max_by', 'min', 'min_by', 'not_null', 'reverse', 'sort', 'sort_by', 'sum'],
  ...['starts_with', 'to_array', 'to_number', 'trim', 'type', 'upper', 'values'],
];
/** Extra cost of functions: a list of pairs is larger than its object, and sorting takes longer than reading. */
const FUNCTION_FACTOR = 4;

/** Nodes whose second part gets the result of the first. In a projection, it gets one element after the other. */
const CHAINS: readonly Syntax['type'][] = [
  'Subexpression',
  'IndexExpression',
  'Projection',
  'ValueProjection',
  'FilterProjection',
  'Pipe',
];
/** Nodes whose parts all get the same value. */
const SELECTIONS: readonly string[] = [
  'MultiSelectHash',
  'MultiSelectList',
  'KeyValuePair',
  'AndExpression',
  'OrExpression',
  'NotExpression',
  'Comparator',
  'Flatten',
];
const LEAVES: readonly Syntax['type'][] = ['Field', 'Identity', 'Current', 'Index', 'Slice'];

function sum(costs: readonly Cost[]): Cost {
  return {
    time: costs.reduce((total, { time }) => total + time, 0),
    size: costs.reduce((total, { size }) => total + size, 0),
  };
}

function ofFunction(node: Extract<Syntax, { type: 'Function' }>, variableSize: number): Cost {
  if (!LINEAR_FUNCTIONS.includes(node.name)) return UNBOUNDED;
  const isReference = ({ type }: Syntax): boolean => type === 'ExpressionReference';
  const given = sum(
    node.children.filter((child) => !isReference(child)).map((child) => of(child, variableSize)),
  );
  const inner = sum(
    node.children
      .filter(isReference)
      .flatMap(partsOf)
      .map((child) => of(child, variableSize)),
  );
  return {
    time: given.time + given.size * (FUNCTION_FACTOR + inner.time),
    size: FUNCTION_FACTOR * given.size * Math.max(inner.size, 1),
  };
}

function of(node: Syntax, variableSize: number): Cost {
  if (LEAVES.includes(node.type)) return { time: 1, size: 1 };
  if (node.type === 'Literal') return { time: 1, size: JSON.stringify(node.value).length };
  if (node.type === 'Variable') return { time: 1, size: variableSize + 1 };
  if (node.type === 'Function') return ofFunction(node, variableSize);
  if (CHAINS.includes(node.type) && 'left' in node) {
    const left = of(node.left, variableSize);
    const right = of(node.right, variableSize);
    const condition = 'condition' in node ? of(node.condition, variableSize).time : 0;
    return {
      time: left.time + left.size * (condition + right.time),
      size: left.size * right.size,
    };
  }
  if (!SELECTIONS.includes(node.type)) return UNBOUNDED;
  const parts = sum(partsOf(node).map((part) => of(part, variableSize)));
  const name = 'name' in node ? node.name.length : 0;
  return { time: parts.time + parts.size + 1, size: parts.size + name + 1 };
}

/**
 * Steps of an expression for each member and character of a value. Infinite if they depend on the value, for example if
 * each element is compared with all others.
 *
 * @param variableSize Number of members and characters of the variables.
 */
export function stepsOf(node: Syntax, variableSize: number): number {
  return of(node, variableSize).time;
}
