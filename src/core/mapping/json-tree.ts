/** JSON of a manifest whose texts have expressions: the body of a request, or of a message. */
export type JsonTree =
  string | number | boolean | null | readonly JsonTree[] | { readonly [name: string]: JsonTree };

/** Gives the values of a tree. `undefined`: there is none, so its member or element is left out. */
export interface TreeValues {
  readonly ofText: (text: string) => Promise<unknown>;
  /** The only member of `{ expression: … }`. */
  readonly ofExpression: (text: string) => Promise<unknown>;
}

/** Fills in a tree. `undefined`: it has no value. */
export async function fillTree(tree: JsonTree, values: TreeValues): Promise<unknown> {
  if (typeof tree === 'string') return values.ofText(tree);
  if (typeof tree !== 'object' || tree === null) return tree;
  if (Array.isArray(tree)) {
    const items = await Promise.all(
      (tree as readonly JsonTree[]).map(async (item) => fillTree(item, values)),
    );
    return items.filter((item) => item !== undefined);
  }
  const members = Object.entries(tree);
  const [first] = members;
  if (members.length === 1 && first?.[0] === 'expression' && typeof first[1] === 'string') {
    return values.ofExpression(first[1]);
  }
  const filled = await Promise.all(
    members.map(async ([name, member]) => [name, await fillTree(member, values)] as const),
  );
  return Object.fromEntries(filled.filter(([, member]) => member !== undefined));
}
