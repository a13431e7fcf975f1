import { expect, it, jest } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';

import { parseManifest } from '../../../../src/manifest/load/load-manifest.js';

const TOOLS = 200;

function toolOf(index: number): object {
  const properties = {
    id: { type: 'string', const: `t${index}` },
  };
  const output = { type: 'object', properties: { [`r${index}`]: { type: 'string' } } };
  return { workflow: `w${index}`, input: { type: 'object', properties }, output };
}

it('a manifest of many tools is read without compiling the schemas of each', async () => {
  const tools = Object.fromEntries(
    Array.from({ length: TOOLS }, (_, index) => [`tool_${index}`, toolOf(index)]),
  );
  const text = JSON.stringify({ defaults: { workflow: { taskQueue: 'q' } }, tools });
  const compile = jest.spyOn(Ajv2020.prototype, 'compile');

  const manifest = parseManifest(text);

  expect(compile.mock.calls.length).toBeLessThan(TOOLS / 10);
  expect(await manifest.tools.get('tool_7')?.input.parse({ id: 'no' })).toMatchObject({
    ok: false,
    violations: [{ path: '/id' }],
  });
  expect(await manifest.tools.get('tool_7')?.input.parse({ id: 't7' })).toMatchObject({
    ok: true,
  });
});
