/** HTML as values: all content is text and is escaped. */
import { type ComponentChildren, h as createElement, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';

/** Content of an element: elements, texts, numbers; `undefined`, `null` and `false` are left out. */
export type Html = ComponentChildren;

/** By name. `undefined` and false are left out. None takes code: a page has no inline script or style. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Makes an element. */
export function h(name: string, attributes: Attributes = {}, ...children: Html[]): VNode {
  return createElement(name, attributes, ...children);
}

/** A whole document as text. */
export function toDocument(html: VNode): string {
  return `<!doctype html>\n${renderToString(html)}\n`;
}
