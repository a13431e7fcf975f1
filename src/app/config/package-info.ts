import { createRequire } from 'node:module';

interface PackageInfo {
  readonly name: string;
  readonly version: string;
  readonly engines: { readonly node: string };
}

/** Name, version and needed Node of this package, read from its `package.json`. It works in the source and in `dist`. */
export const packageInfo = createRequire(import.meta.url)(
  'temporal-mcp-tasks/package.json',
) as PackageInfo;
