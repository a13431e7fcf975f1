import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import ts from 'typescript';

/** A JSON Schema document with one definition for each type of a protocol revision. */
export interface PublishedSchema {
  readonly $schema: string;
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/** The members of a definition that show its purpose. */
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
 * Finds the published schemas in the official runner, whose compiled code has them as literals. It reads the code
 * without running it. Types of a single revision show the revision of a schema.
 *
 * @param folder The folder of the installed runner.
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

/** Finds the JavaScript literals that are the schema of a whole protocol revision. */
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

/** The name of a member; `undefined` if it is computed. */
function nameOf({ name }: ts.PropertyAssignment): string | undefined {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : undefined;
}

/** The JSON value of a literal in minified code. */
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
