import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import ts from 'typescript';

/** A JSON Schema document with one definition for each type of a protocol revision. */
export interface PublishedSchema {
  readonly $schema: string;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/** As much of a definition as it takes to see what it is for. */
export interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly allOf?: readonly JsonSchema[];
  readonly const?: unknown;
}

/** The published schema of each protocol revision that this server speaks. */
export interface PublishedSchemas {
  readonly '2025-11-25': PublishedSchema;
  readonly '2026-07-28': PublishedSchema;
}

/**
 * Finds the published schemas in the official runner, which has them as literals of its compiled code. That is read
 * here and never run; which schema is which shows in the types that only one revision has.
 *
 * @param folder Where the runner is installed.
 */
export async function findPublishedSchemas(folder: string): Promise<PublishedSchemas> {
  const path = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
  const documents = findSchemas(await readFile(path, 'utf8'));
  const withDefinition = (name: string): PublishedSchema => {
    const [document, another] = documents.filter(({ $defs }) => name in $defs);
    if (!document || another)
      throw new Error(`The schema with ${name} is not to be found in ${path}.`);
    return document;
  };
  return {
    '2025-11-25': withDefinition('CreateTaskResult'),
    '2026-07-28': withDefinition('DiscoverRequest'),
  };
}

/** Every literal in JavaScript that is the schema of a whole protocol revision. */
function findSchemas(code: string): PublishedSchema[] {
  const found: PublishedSchema[] = [];
  const visit = (node: ts.Node): void => {
    if (isSchemaLiteral(node)) found.push(toJson(node) as PublishedSchema);
    else ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('index.js', code, ts.ScriptTarget.Latest, false, ts.ScriptKind.JS));
  return found;
}

function isSchemaLiteral(node: ts.Node): node is ts.ObjectLiteralExpression {
  if (!ts.isObjectLiteralExpression(node) || !member(node, '$schema')) return false;
  const definitions = member(node, '$defs');
  return (
    definitions !== undefined &&
    ts.isObjectLiteralExpression(definitions) &&
    member(definitions, 'JSONRPCMessage') !== undefined
  );
}

function member(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  return object.properties
    .filter(ts.isPropertyAssignment)
    .find((property) => nameOf(property) === name)?.initializer;
}

/** A member's name as JSON has it; `undefined` if it is computed. */
function nameOf({ name }: ts.PropertyAssignment): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}

/** The value of a literal: what a minifier makes of JSON. */
function toJson(node: ts.Expression): unknown {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (ts.isArrayLiteralExpression(node)) return node.elements.map(toJson);
  if (ts.isObjectLiteralExpression(node)) {
    const properties = node.properties.filter(ts.isPropertyAssignment);
    return Object.fromEntries(
      properties.map((one) => [nameOf(one) ?? failOn(one), toJson(one.initializer)]),
    );
  }
  if (ts.isPrefixUnaryExpression(node)) {
    const operand = toJson(node.operand);
    return node.operator === ts.SyntaxKind.ExclamationToken ? operand === 0 : -Number(operand);
  }
  return failOn(node);
}

function failOn(node: ts.Node): never {
  throw new Error(`A schema has a ${ts.SyntaxKind[node.kind]}, which is no literal.`);
}
