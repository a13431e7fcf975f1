import { describe, expect, it } from '@jest/globals';

import { toCheckedNamespaces } from '../../../../src/cli/access/checked-namespaces.js';
import { parseManifest } from '../../../../src/manifest/file/load-manifest.js';

/** Each place, with the Task Queues of its tools. */
function placesOf(server: string, more = ''): unknown {
  const manifest = parseManifest(
    `tools: { a: { workflow: { type: a, taskQueue: q } }, b: { workflow: { type: b, taskQueue: r ${more} } } }`,
    { server: `{ ${server} }` },
  );
  return toCheckedNamespaces(manifest).map(({ title, namespace, tools }) => [
    title,
    namespace,
    Array.from(tools.values(), ({ taskQueue }) => taskQueue),
  ]);
}

describe('toCheckedNamespaces', () => {
  it('is each namespace with its tools, where there are no tenants', () => {
    expect(placesOf('namespaces: { n: {} }', ', namespace: n')).toStrictEqual([
      [undefined, undefined, ['q']],
      ['In the namespace n:', 'n', ['r']],
    ]);
  });

  it('is that of each tenant, with all tools and the Task Queue of the tenant', () => {
    expect(
      placesOf(
        "namespaces: { n: {} }, tenants: { claim: c, values: { x: { namespace: n }, y: { taskQueue: 'y-{taskQueue}' } } }",
      ),
    ).toStrictEqual([
      ['For the tenant x, in the namespace n:', 'n', ['q', 'r']],
      ['For the tenant y:', undefined, ['y-q', 'y-r']],
    ]);
  });

  it('is each namespace of tools for each tenant, where tenants have none', () => {
    expect(
      placesOf(
        'namespaces: { n: {} }, tenants: { claim: c, values: { x: { taskQueue: s } } }',
        ', namespace: n',
      ),
    ).toStrictEqual([
      ['For the tenant x:', undefined, ['s']],
      ['For the tenant x, in the namespace n:', 'n', ['s']],
    ]);
  });
});
