import { describe, expect, it } from '@jest/globals';

import type { JobReply } from '../../../../../src/jobs/contract/job-reply.js';
import { judgeReply } from '../../../../../src/jobs/run/reply/judge-reply.js';

const REQUEST = { method: 'GET', url: '/' };

function reply(status: number, more: Partial<JobReply> = {}): JobReply {
  return { status, headers: {}, body: null, isText: false, isTooLarge: false, ...more };
}

const page = (content: string): JobReply =>
  reply(200, { body: `<!DOCTYPE html><html>${content}</html>`, isText: true });
const redirect = (location: string): JobReply => reply(302, { headers: { location } });

describe('judgeReply', () => {
  it.each<[string, JobReply, string]>([
    ['200', reply(200), 'counts'],
    ['202', reply(202), 'counts'],
    ['302', reply(302), 'refused'],
    ['400', reply(400), 'refused'],
    ['401', reply(401), 'denied'],
    ['403', reply(403), 'refused'],
    ['404', reply(404), 'unknown'],
    ['410', reply(410), 'unknown'],
    ['408', reply(408), 'temporary'],
    ['425', reply(425), 'temporary'],
    ['429', reply(429), 'temporary'],
    ['500', reply(500), 'temporary'],
    ['503', reply(503), 'temporary'],
    ['501', reply(501), 'refused'],
    [
      '403 of a used up limit',
      reply(403, { headers: { 'x-ratelimit-remaining': '0' } }),
      'temporary',
    ],
    [
      '400 of an ended session of AWS',
      reply(400, { body: { __type: 'com.amazon.coral.service#ExpiredTokenException' } }),
      'denied',
    ],
    [
      '403 of an ended session of AWS, as XML',
      reply(403, { body: '<Error><Code>ExpiredToken</Code></Error>', isText: true }),
      'denied',
    ],
    [
      '400 of another error of AWS',
      reply(400, { body: { __type: 'ValidationException' } }),
      'refused',
    ],
    ['a page to sign in', page('<title>Sign in · CI</title>'), 'denied'],
    ['a form with a password', page('<input name=p type="password">'), 'denied'],
    ['another page', page('<title>Sorry</title>'), 'counts'],
    ['302 to another host', redirect('https://login.example/'), 'denied'],
    ['307 to a page to sign in', redirect('https://ci.example/users/sign_in?x=1'), 'denied'],
    ['302 to its own login', redirect('https://ci.example/login?next=1'), 'denied'],
    ['302 to another place', redirect('https://ci.example/v2/runs'), 'refused'],
    ['403 that says when', reply(403, { headers: { 'retry-after': '60' } }), 'temporary'],
  ])('takes %s as such (J-112)', (_what, given, kind) => {
    expect(judgeReply(REQUEST, given, 'https://ci.example/runs').kind).toBe(kind);
  });

  it('takes a declared status, and no other', () => {
    const request = { ...REQUEST, accept: [404] };

    expect(judgeReply(request, reply(404)).kind).toBe('counts');
    expect(judgeReply(request, reply(200)).kind).toBe('refused');
  });

  it.each([
    [{ message: 'No ref found' }, 'The service has answered with status 422: No ref found'],
    [
      { error: { code: 'x', message: 'Bad\nname' } },
      'The service has answered with status 422: Bad name',
    ],
    [{ detail: 'a'.repeat(5_000) }, expect.stringMatching(/^.{1000,1100}$/)],
    ['No such branch', 'The service has answered with status 422: No such branch'],
    [
      { detail: [{ msg: 'a'.repeat(500) }] },
      expect.stringMatching(/status 422: \{"detail":\[\{"msg":"a{270,280}…$/),
    ],
    [{}, 'The service has answered with status 422'],
  ])('quotes the words of %j in one short line', (body, expected) => {
    const isText = typeof body === 'string';

    expect(judgeReply(REQUEST, reply(422, { body, isText }))).toStrictEqual({
      kind: 'refused',
      reason: expected,
    });
  });

  it('says where it redirects to, and quotes no page', () => {
    const moved = { headers: { location: 'https://sso.example/x' }, body: '<html>', isText: true };

    expect(judgeReply(REQUEST, reply(307, moved))).toStrictEqual({
      kind: 'refused',
      reason: 'The service has answered with status 307, and redirects to sso.example/x',
    });
  });
});
