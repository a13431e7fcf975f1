/** JSON of a manifest whose texts have expressions: the body of a request, or of a message. */
export type Tree<Leaf> =
  Leaf | number | boolean | null | readonly Tree<Leaf>[] | { readonly [name: string]: Tree<Leaf> };
/** Its texts and expressions are as they were written. */
export type JsonTree = Tree<string>;

/** Gives the values of a tree. `undefined`: there is none, so its member or element is left out. */
export interface TreeValues<Leaf> {
  readonly isLeaf: (node: unknown) => node is Leaf;
  readonly ofText: (text: Leaf) => Promise<unknown>;
  /** The only member of `{ expression: … }`. */
  readonly ofExpression: (expression: Leaf) => Promise<unknown>;
}

/** Fills in a tree. `undefined`: it has no value. */
export async function fillTree<Leaf>(tree: Tree<Leaf>, values: TreeValues<Leaf>): Promise<unknown> {
  if (values.isLeaf(tree)) return values.ofText(tree);
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) {
    const items = await Promise.all(
      (tree as readonly Tree<Leaf>[]).map(async (item) => fillTree(item, values)),
    );
    return items.filter((item) => item !== undefined);
  }
  const members = Object.entries<Tree<Leaf>>(tree as Readonly<Record<string, Tree<Leaf>>>);
  const [first] = members;
  if (members.length === 1 && first?.[0] === 'expression' && values.isLeaf(first[1])) {
    return values.ofExpression(first[1]);
  }
  const filled = await Promise.all(
    members.map(async ([name, member]) => [name, await fillTree(member, values)] as const),
  );
  return Object.fromEntries(filled.filter(([, member]) => member !== undefined));
}
