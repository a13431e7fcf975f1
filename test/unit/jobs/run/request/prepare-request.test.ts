import { describe, expect, it } from '@jest/globals';

import type { PreparedRequest } from '../../../../../src/jobs/contract/job-reply.js';
import type { JobRequest, JobSpec } from '../../../../../src/jobs/contract/job-spec.js';
import { toScope } from '../../../../../src/jobs/run/request/job-scope.js';
import { prepareRequest } from '../../../../../src/jobs/run/request/prepare-request.js';
import { compiler } from '../../../../../src/manifest/compile/compile-text.js';

const SPEC: JobSpec = {
  base: 'https://ci.example/api/',
  start: { method: 'POST', url: '/', ids: {}, idempotent: false },
  poll: { method: 'GET', url: '/', state: '$body', succeeded: [], failed: [], cancelled: [] },
  pollEvery: { from: 1, to: 1 },
  notFoundFor: 1,
  unreachableFor: 1,
  timeout: 1,
};

async function prepare(
  request: Partial<JobRequest>,
  input: Record<string, unknown> = {},
  job: Record<string, string> = {},
  from: Record<string, string> = {},
): Promise<PreparedRequest> {
  const call = { tool: 't', spec: SPEC, input, key: 'k', taskId: 'mcp-1' };
  return prepareRequest(
    { method: 'POST', url: '/', ...request },
    { call, from, scope: toScope(call, job), compiler },
  );
}

describe('the address of a request (J-100)', () => {
  it.each([
    ['/runs/{id}', { id: 'a/b?c#d e' }, 'https://ci.example/api/runs/a%2Fb%3Fc%23d%20e'],
    ['/{+name}:cancel', { name: 'p/x y/z' }, 'https://ci.example/api/p/x%20y/z:cancel'],
    ['runs/{n}', { n: 7 }, 'https://ci.example/api/runs/7'],
    ['/{a.b}', { a: { b: 'c' } }, 'https://ci.example/api/c'],
    ['https://other.example/{n}', { n: 7 }, 'https://other.example/7'],
  ])('is %s with its values', async (url, input, expected) => {
    expect((await prepare({ url }, input)).url).toBe(expected);
  });

  it('keeps what the service has given byte for byte (J-007)', async () => {
    const given = 'https://svc.example/operations/77?api-version=2026-01-01&x=%2f';

    expect((await prepare({ url: '{$job.url}' }, {}, { url: given })).url).toBe(given);
    expect((await prepare({ url: '{$job.url}/api' }, {}, { url: 'https://a.example' })).url).toBe(
      'https://a.example/api',
    );
  });

  it('begins where the reply was that has named a relative one', async () => {
    const ids = { url: 'rel/7', other: '8' };
    const from = { url: 'https://ci.example/a/b?c=1', other: 'https://ci.example/x' };

    expect((await prepare({ url: '{$job.url}/x' }, {}, ids, from)).url).toBe(
      'https://ci.example/a/rel/7/x',
    );
  });

  it('appends a query, without what has no value', async () => {
    const { url } = await prepare(
      { url: '/?a=1', query: { ref: '{ref}', tag: '{tags}', none: '{none}' } },
      { ref: 'x&y=z', tags: ['a', 'b'] },
    );

    expect(url).toBe('https://ci.example/api/?a=1&ref=x%26y%3Dz&tag=a&tag=b');
  });

  it.each([
    ['..', '"id" is "..", and is part of an address.'],
    ['.', '"id" is ".", and is part of an address.'],
    ['', '"id" has no value, and is part of an address.'],
    [undefined, '"id" has no value, and is part of an address.'],
  ])('has no segment %j', async (id, message) => {
    await expect(prepare({ url: '/runs/{id}/x' }, { id })).rejects.toMatchObject({
      kind: 'unusable',
      message,
    });
  });

  it('has no climbing part in a value that keeps its slashes', async () => {
    await expect(prepare({ url: '/{+path}' }, { path: 'a/../b' })).rejects.toThrow(
      '"path" is ".."',
    );
  });
});

describe('the headers of a request', () => {
  it('have the values', async () => {
    const { headers } = await prepare(
      { headers: { 'X-Ref': '{ref}', 'X-No': '{no}' } },
      { ref: 'a' },
    );

    expect(headers).toStrictEqual({ 'x-ref': 'a' });
  });

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b', '数'])('refuse the value %j', async (ref) => {
    await expect(prepare({ headers: { 'X-Ref': '{ref}' } }, { ref })).rejects.toThrow(
      'The value for the header X-Ref has characters that a header cannot carry.',
    );
  });
});

describe('the body of a request', () => {
  it('keeps types, computes, and leaves out what has no value', async () => {
    const content = {
      ref: '{ref}',
      text: 'deploy {ref} {n}',
      left: 'deploy {ref} {no}',
      n: '{n}',
      none: '{none}',
      list: ['{n}', '{none}', 'x'],
      sum: { expression: 'sum(items)' },
      id: '{$task.id}',
      json: { expression: 'to_string({ n: n, id: $task.id })' },
    };
    const { body, headers } = await prepare(
      { json: content },
      { ref: 'main', n: 9007199254740993n, items: [1, 2] },
    );

    expect(headers).toStrictEqual({ 'content-type': 'application/json' });
    expect(body).toBe(
      '{"ref":"main","text":"deploy main 9007199254740993","n":9007199254740993,"list":[9007199254740993,"x"],"sum":3,"id":"mcp-1","json":"{\\"n\\":9007199254740993,\\"id\\":\\"mcp-1\\"}"}',
    );
  });

  it('is a form', async () => {
    const content = { BRANCH: '{ref}', tag: ['a', 'b'], none: '{none}' };
    const { body, headers } = await prepare({ form: content }, { ref: 'a b' });

    expect(headers).toStrictEqual({ 'content-type': 'application/x-www-form-urlencoded' });
    expect(body).toBe('BRANCH=a+b&tag=a&tag=b');
  });

  it('is multipart', async () => {
    const content = { name: '{ref}', n: 7 };
    const { body, headers } = await prepare({ multipart: content }, { ref: 'x' });
    const text = Buffer.from(body as Uint8Array).toString();

    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(text).toMatch(/name="name"\r\n\r\nx\r\n/);
    expect(text).toMatch(/name="n"\r\n\r\n7\r\n/);
  });
});

describe('the token of a task', () => {
  it('is a UUID that stays for all attempts, and differs between jobs (J-110)', () => {
    const tokenOf = (key: string): string =>
      toScope({ tool: 't', spec: SPEC, input: {}, key, taskId: 'a' }).task.token;

    expect(tokenOf('a')).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
    expect(tokenOf('a')).toBe(tokenOf('a'));
    expect(tokenOf('a')).not.toBe(tokenOf('b'));
  });
});
