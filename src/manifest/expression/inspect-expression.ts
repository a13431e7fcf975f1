/** Facts about a JMESPath expression that need no value. */
import type { compile } from '@jmespath-community/jmespath';

type Syntax = ReturnType<typeof compile>;

/** A called function, with the number of its arguments. */
export interface FunctionCall {
  readonly name: string;
  readonly argumentCount: number;
}

/** Returns the direct parts of a node. */
export function partsOf(node: Syntax): readonly Syntax[] {
  const parts = Object.values(node).flat() as readonly unknown[];
  return parts.filter(
    (part): part is Syntax => typeof part === 'object' && part !== null && 'type' in part,
  );
}

/** Depth of the nested or chained parts. It is not recursive, since they may be more than the stack holds. */
export function depthOf(root: Syntax): number {
  let depth = 0;
  for (let level: readonly Syntax[] = [root]; level.length > 0; level = level.flatMap(partsOf)) {
    depth += 1;
  }
  return depth;
}

/** Every function that is called. */
export function findFunctions(node: Syntax): readonly FunctionCall[] {
  // The content of a literal is data, in any form.
  if (node.type === 'Literal') return [];
  const own =
    node.type === 'Function' ? [{ name: node.name, argumentCount: node.children.length }] : [];
  return [...own, ...partsOf(node).flatMap(findFunctions)];
}

/** Nodes whose first part reads the value. Their later parts read the result of the first. */
const CHAINS: readonly Syntax['type'][] = [
  'Subexpression',
  'IndexExpression',
  'Projection',
  'ValueProjection',
  'FilterProjection',
  'Pipe',
];

/** Returns the nodes that read the value itself, and not the result of another node. */
function rootsOf(node: Syntax): readonly Syntax[] {
  if (node.type === 'Literal' || node.type === 'ExpressionReference') return [];
  if (CHAINS.includes(node.type) && 'left' in node) return rootsOf(node.left);
  const parts = partsOf(node);
  return parts.length === 0 ? [node] : parts.flatMap(rootsOf);
}

const WHOLE: readonly Syntax['type'][] = ['Current', 'Root', 'Identity'];

/** Facts about the data that an expression reads. */
export interface Outlook {
  /** Names of the value's members that it reads, without duplicates. */
  readonly names: readonly string[];
  readonly looksAtAll: boolean;
  /** The variables that it does not bind itself, without duplicates. */
  readonly variables: readonly string[];
}

/** Returns the variables that an expression does not bind itself. */
function freeVariables(node: Syntax): readonly string[] {
  if (node.type === 'Literal') return [];
  if (node.type === 'Variable') return [node.name];
  if (node.type !== 'LetExpression') return partsOf(node).flatMap(freeVariables);
  const bound = node.bindings.map(({ variable }) => variable);
  return [
    // The library also accepts a binding without "=", which then has no reference.
    ...node.bindings.flatMap((binding) => partsOf(binding).flatMap(freeVariables)),
    ...freeVariables(node.expression).filter((name) => !bound.includes(name)),
  ];
}

/** Finds the data that an expression reads. */
export function outlookOf(node: Syntax): Outlook {
  const roots = rootsOf(node);
  return {
    names: [...new Set(roots.flatMap((root) => (root.type === 'Field' ? [root.name] : [])))],
    looksAtAll: roots.some(({ type }) => WHOLE.includes(type)),
    variables: [...new Set(freeVariables(node))],
  };
}
