/**
 * `npm run messages [-- FOLDER …]`: lists the texts of `src` that people and models read, by file and line, so that
 * somebody can read them without the code. Values are shown as {expressions}. Comments aren't listed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

const folders = process.argv.slice(2);

/** The text of strings, templates and their sums; `undefined` for any other expression. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce(
      (text, { expression, literal }) => `${text}{${expression.getText()}}${literal.text}`,
      node.head.text,
    );
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left), textOf(node.right)];
    if (left === undefined && right === undefined) return undefined;
    return (left ?? `{${node.left.getText()}}`) + (right ?? `{${node.right.getText()}}`);
  }
  return undefined;
}

/** A sentence or a part of one has two spaces between letters; names, headers, HTML and queries have fewer. */
const isMessage = (text) => /[a-z"},;:)] \S+ \S/.test(text.replace(/\{[^{}]*\}/g, '{}'));

function listMessages(file) {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const messages = [];
  const visit = (node) => {
    const text = textOf(node);
    if (text !== undefined && isMessage(text)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      messages.push(`${String(line + 1)}: ${text.replaceAll('\n', '\\n')}`);
      return;
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return messages;
}

for (const folder of folders.length > 0 ? folders : ['src']) {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((one) => one.endsWith('.ts')).sort()) {
    const messages = listMessages(join(folder, name));
    if (messages.length > 0)
      process.stdout.write(`${join(folder, name)}\n  ${messages.join('\n  ')}\n`);
  }
}
