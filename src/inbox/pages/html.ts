/** HTML as values: whatever is put in is text, and comes out escaped. */
import { type ComponentChildren, h as createElement, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** What stands in an element: elements, texts, numbers; nothing for `undefined`, `null` and `false`. */
export type Html = ComponentChildren;

/** By name. What is `undefined` or false is left out. None takes code: there is no script in a page, and no style. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an element. */
export function h(name: string, attributes: Attributes = {}, ...children: Html[]): VNode {
  return createElement(name, attributes, ...children);
}

/** A whole document as text. */
export function toDocument(html: VNode): string {
  return `<!doctype html>\n${renderToString(html)}\n`;
}
