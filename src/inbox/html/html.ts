/** HTML as values. All inserted texts are escaped, and their hidden characters are seen. */
import { showHidden } from '../../core/value/quote.js';
import type { Attributes, Content } from '../components/element.js';

/** Elements that have no end tag. */
const VOID = new Set(['br', 'hr', 'img', 'input', 'link', 'meta']);
const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? '');
}

/** An element. Only {@link h} and its class make elements, so that they contain no unescaped text. */
class HtmlElement {
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  /** @param show Writes a text. Default: hidden characters are seen. */
  static toText(html: Html, show: (text: string) => string = showHidden): string {
    if (html instanceof HtmlElement) return html.#html;
    if (typeof html === 'string' || typeof html === 'number') return escape(show(String(html)));
    return Array.isArray(html)
      ? html.map((part) => HtmlElement.toText(part as Html, show)).join('')
      : '';
  }
}

/** Content of an element: elements, texts and numbers. */
export type Html = Content<HtmlElement>;

function toAttribute([name, value]: [string, Attributes[string]]): string {
  if (value === undefined || value === false) return '';
  return value === true ? ` ${name}` : ` ${name}="${escape(String(value))}"`;
}

/** Makes an element. Names of elements and attributes are not escaped, so they must be constants of this code. */
export function h(name: string, attributes: Attributes = {}, ...children: Html[]): HtmlElement {
  const start = `<${name}${Object.entries(attributes).map(toAttribute).join('')}>`;
  if (VOID.has(name)) return new HtmlElement(start);
  // The text of this field is sent back, so it stays as it is.
  const show = name === 'textarea' ? (text: string): string => text : undefined;
  return new HtmlElement(`${start}${HtmlElement.toText(children, show)}</${name}>`);
}

/** A whole document as text. */
export function toDocument(html: HtmlElement): string {
  return `<!doctype html>\n${HtmlElement.toText(html)}\n`;
}
