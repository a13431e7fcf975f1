import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';

const src = new URL('../../src/', import.meta.url);
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);

function namesOf(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((element) => nameOf(element)),
    );
  }
  const { name } = statement as { name?: ts.Node };
  return name && ts.isIdentifier(name) ? [name.text] : [];
}

function nameOf(element: ts.ArrayBindingElement): string[] {
  return ts.isBindingElement(element) && ts.isIdentifier(element.name) ? [element.name.text] : [];
}

function isExported(statement: ts.Statement): boolean {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false)
  );
}

/** Whether a doc comment with some words stands before a statement. */
function isDocumented(statement: ts.Statement): boolean {
  return ts
    .getJSDocCommentsAndTags(statement)
    .some((node) => ts.isJSDoc(node) && (ts.getTextOfJSDocComment(node.comment) ?? '') !== '');
}

/** Exported names of a file without a doc comment at any of their declarations (overloads; a constant and its type). */
function undocumented(file: string): string[] {
  const text = readFileSync(new URL(file, src), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const exported = source.statements.filter(isExported);
  const documented = new Set(exported.filter(isDocumented).flatMap(namesOf));
  const names = new Set(exported.flatMap(namesOf));
  return [...names].filter((name) => !documented.has(name));
}

describe('every export under src', () => {
  it.each(files)('has a doc comment in %s', (file) => {
    expect(undocumented(file)).toStrictEqual([]);
  });
});
