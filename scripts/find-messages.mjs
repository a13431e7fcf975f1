/** Finds the texts of a source that people and models read: sentences and parts of them. */
import ts from 'typescript';

/** The text of strings, templates and their sums, with expressions as `show` has them; `undefined` for all others. */
function textOf(node, show) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.reduce(
      (text, { expression, literal }) => `${text}{${show(expression)}}${literal.text}`,
      node.head.text,
    );
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
    const [left, right] = [textOf(node.left, show), textOf(node.right, show)];
    if (left === undefined && right === undefined) return undefined;
    return (left ?? `{${show(node.left)}}`) + (right ?? `{${show(node.right)}}`);
  }
  return undefined;
}

/** A sentence or a part of one has two spaces between letters; names, headers, HTML and queries have fewer. */
const isMessage = (text) => /[a-z"},;:)] \S+ \S/.test(text);

/** Whether a text is computed where it stands: types, names of members and tags of templates aren't. */
function isValue({ parent }, node) {
  if (ts.isLiteralTypeNode(parent) || ts.isTaggedTemplateExpression(parent)) return false;
  return parent.name !== node;
}

/**
 * @param {string} text
 * @param {string} file
 * @returns {{ text: string, line: number, start: number, end: number, isLocal: boolean }[]} `isLocal` texts stand in a
 *   function, so that a run may never come to them.
 */
export function findMessages(text, file) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const messages = [];
  const visit = (node, isLocal) => {
    const template = textOf(node, () => '');
    if (template !== undefined && isMessage(template) && isValue(node, node)) {
      messages.push({
        text: textOf(node, (expression) => expression.getText()).replaceAll('\n', '\\n'),
        line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
        start: node.getStart(),
        end: node.getEnd(),
        isLocal,
      });
      return;
    }
    const isInside = isLocal || ts.isFunctionLike(node);
    ts.forEachChild(node, (child) => visit(child, isInside));
  };
  visit(source, false);
  return messages;
}
