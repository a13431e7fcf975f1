import { createRequire } from 'node:module';

interface PackageInfo {
  readonly name: string;
  readonly version: string;
}

/** Name and version of this package, read from its own `package.json`, in source and in `dist` alike. */
export const packageInfo = createRequire(import.meta.url)(
  'temporal-mcp-tasks/package.json',
) as PackageInfo;
