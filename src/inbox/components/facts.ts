import type { Content, MakeElement } from './element.js';

/** A name and what is said of it. Absent content leaves the fact out. */
export type Fact<Node> = readonly [name: string, content: Content<Node>];

/** Shows facts as a list of names and contents. */
export function showFacts<Node>(h: MakeElement<Node>, facts: readonly Fact<Node>[]): Node {
  return h(
    'dl',
    {},
    facts
      .filter(([, content]) => content !== undefined && content !== false)
      .map(([name, content]) => [h('dt', {}, name), h('dd', {}, content)]),
  );
}
