interface NeedyPackage {
  readonly name: string;
  /** `node` is `>=` and a version. */
  readonly engines: { readonly node: string };
}

/** Says which Node a package needs, or nothing if this one is new enough. */
export function explainOldNode({ name, engines }: NeedyPackage, node: string): string | undefined {
  const needed = engines.node.replace('>=', '');
  const isNewEnough = node.localeCompare(needed, 'en', { numeric: true }) >= 0;
  return isNewEnough ? undefined : `${name} needs Node ${needed} or newer; this is ${node}.`;
}
