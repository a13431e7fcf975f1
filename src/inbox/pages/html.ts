/** HTML as values: every text that is put in comes out escaped. */

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

/** An element. {@link h} alone makes it, so that its text has nothing unescaped. */
class HtmlElement {
  readonly #html: string;

  constructor(html: string) {
    this.#html = html;
  }

  static toText(html: Html): string {
    if (html instanceof HtmlElement) return html.#html;
    if (typeof html === 'string' || typeof html === 'number') return escape(String(html));
    return Array.isArray(html) ? html.map((one) => HtmlElement.toText(one as Html)).join('') : '';
  }
}

/** The inside of an element: elements, texts, numbers; nothing for `undefined`, `null` and booleans. */
export type Html = HtmlElement | string | number | boolean | null | undefined | readonly Html[];

/** By name. `undefined` and false leave an attribute out. None takes code: a page has neither script nor style inside. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

function toAttribute([name, value]: [string, Attributes[string]]): string {
  if (value === undefined || value === false) return '';
  return value === true ? ` ${name}` : ` ${name}="${escape(String(value))}"`;
}

/** Makes an element. The names of elements and attributes are the server's own. */
export function h(name: string, attributes: Attributes = {}, ...children: Html[]): HtmlElement {
  const start = `<${name}${Object.entries(attributes).map(toAttribute).join('')}>`;
  if (VOID.has(name)) return new HtmlElement(start);
  return new HtmlElement(`${start}${HtmlElement.toText(children)}</${name}>`);
}

/** A whole document as text. */
export function toDocument(html: HtmlElement): string {
  return `<!doctype html>\n${HtmlElement.toText(html)}\n`;
}
