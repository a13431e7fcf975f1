/** Elements of any renderer. Components are functions of `h`, so pages and views in other programs share them. */

/** Attributes by name. `undefined` and false leave an attribute out. No attribute contains script or style. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Content of an element: elements, texts and numbers. `undefined`, `null` and booleans add nothing. */
export type Content<Node> =
  Node | string | number | boolean | null | undefined | readonly Content<Node>[];

/** Makes an element. Names of elements and attributes are constants of this code. */
export type MakeElement<Node> = (
  name: string,
  attributes?: Attributes,
  ...children: Content<Node>[]
) => Node;
