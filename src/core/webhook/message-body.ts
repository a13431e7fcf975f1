/** The body of a webhook's messages, in the form of a chat or another service. */
import type { MadeTree } from '../../definition/leaves.js';
import { type Expression, type Reading, type Scope, valueOf } from '../mapping/expression.js';
import { fillTree } from '../mapping/json-tree.js';
import { toText } from '../mapping/misfit.js';
import { readsOf, showText, soleExpression, type Text } from '../mapping/text.js';
import { isRecord } from '../value/is-record.js';
import { showHidden } from '../value/quote.js';

type Leaf = Text | Expression;

/** Nothing else of a compiled tree has a text: those that were written are leaves. */
function isLeaf(node: unknown): node is Leaf {
  return isRecord(node) && typeof node['text'] === 'string';
}

function readsIn(node: unknown): readonly Reading[] {
  if (isLeaf(node)) return 'parts' in node ? readsOf(node) : node.reads;
  return typeof node === 'object' && node !== null ? Object.values(node).flatMap(readsIn) : [];
}

/** It reads `$question`, so each question has a message of its own. */
export function isOfQuestion(body: MadeTree | undefined): boolean {
  return readsIn(body).some(({ root }) => root === 'question');
}

/** @returns The JSON value, and the expressions without a value. */
export async function fillBody(
  body: MadeTree,
  scope: Scope,
): Promise<{ readonly value: unknown; readonly missing: readonly string[] }> {
  const missing: string[] = [];
  const fill = async (leaf: Leaf): Promise<unknown> => {
    if (!('parts' in leaf)) return valueOf(leaf, scope);
    const sole = soleExpression(leaf);
    if (sole) {
      const one = await valueOf(sole, scope);
      return typeof one === 'string' ? showHidden(one) : one;
    }
    const shown = await showText(leaf, scope, (one) => showHidden(toText(one)));
    missing.push(...shown.missing);
    return shown.text;
  };
  const value = await fillTree(body, { isLeaf, ofText: fill, ofExpression: fill });
  return { value, missing };
}
