/** A token is looked at, and goes nowhere. */
import { describe, expect } from '@jest/globals';

import { LIST, withProtectedServer } from '../../support/auth/with-protected-server.js';
import { verifies } from '../../support/conformance/verify-authorization.js';

const there = withProtectedServer({ worker: true });

describe('a token', () => {
  verifies(
    ['A-052', 'A-080', 'A-081', 'A-096'],
    'is in no log, no answer and no Workflow, whether it holds or not',
    async () => {
      const { issuer, send25, send26, log, given } = there();
      const canary = 'canary-9f2c';
      const subject = 'subject-of-ada';
      const good = await issuer.sign({ claims: { sub: subject, secret: canary } });
      const tokens = [
        good,
        `${good.slice(0, -6)}AAAAAA`,
        ...['not-a-jwt-canary-9f2c', await issuer.sign({ claims: { exp: 1, secret: canary } })],
        await issuer.sign({ claims: { scope: '', secret: canary } }),
        await issuer.sign({ header: { alg: 'RS256', kid: canary } }),
      ];
      const texts: string[] = [];
      for (const token of tokens) {
        for (const answer of [await send25(token, LIST), await send26(token, 'tools/list')]) {
          texts.push(answer.text, JSON.stringify([...answer.headers]));
        }
      }
      const params = { name: 'quick_job', arguments: {}, task: {} };
      const { message, text } = await send25(good, {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params,
      });
      const { taskId } = message.result?.['task'] as { readonly taskId: string };
      given.terminateLater(taskId);
      await given.temporal.workflow.getHandle(taskId).result();
      const history = await given.temporal.workflow.getHandle(taskId).fetchHistory();
      const described = await given.temporal.workflow.getHandle(taskId).describe();
      const workflow = JSON.stringify([
        history,
        described.memo,
        described.raw.workflowExecutionInfo?.searchAttributes,
      ]);
      const decoded = [...workflow.matchAll(/"data":"([^"]+)"/g)].map(([, data = '']) =>
        Buffer.from(data, 'base64').toString(),
      );

      expect(JSON.stringify(described.memo)).toContain('"toolName":"quick_job"');
      expect(log.length).toBeGreaterThan(5);
      for (const written of [...texts, text, JSON.stringify(log), workflow, ...decoded]) {
        for (const token of tokens) {
          // Not its signature either, nor its claims, which is what is worth something.
          for (const part of [token, ...token.split('.').slice(1)])
            expect(written).not.toContain(part);
        }
        expect(written).not.toContain(canary);
        expect(written).not.toContain('Bearer ey');
      }
      // Workflows know who calls, and that is all that they know of the token.
      expect(JSON.stringify(described.memo)).toContain(`"subject":"${subject}"`);
      for (const written of [workflow, ...decoded]) {
        expect(written.replaceAll(/"principal":\{[^}]*\}/g, '')).not.toContain(subject);
      }
    },
  );
});
