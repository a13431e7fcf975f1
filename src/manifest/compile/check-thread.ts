/** A thread that checks values for the event loop. It has no limits of its own: `run-check.ts` terminates it. */
import { parentPort } from 'node:worker_threads';

import { LRUCache } from 'lru-cache';

import type { Scope } from '../../core/mapping/expression.js';
import type { ObjectSchema } from '../../core/tool/tool-definition.js';
import { toJson } from '../../core/value/exact-json.js';
import { restoreDecimals } from '../../core/value/long-decimal.js';

import { compileSchema, compileMeantValues } from './compile-schema.js';
import { interpret, parseExpression } from './parsed-expression.js';
import type { CheckJob } from './run-check.js';

/** Schemas and expressions that stay compiled. */
const MAX_COMPILED = 200;

type Check = (job: CheckJob) => unknown;

const compiled = new LRUCache<string, Check>({ max: MAX_COMPILED });

function compile({ kind, text }: CheckJob): Check {
  if (kind === 'expression') {
    const syntax = parseExpression(text);
    return ({ value }) => {
      restoreDecimals(value as Scope);
      return interpret(syntax, value as Scope);
    };
  }
  const schema = JSON.parse(text) as ObjectSchema;
  if (kind === 'schema') {
    const check = compileSchema(schema);
    return ({ value }) => check(value);
  }
  const take = compileMeantValues(schema);
  return ({ value }) => take(value as object) ?? null;
}

parentPort?.on('message', (job: CheckJob) => {
  const key = `${job.kind} ${job.text}`;
  const check = compiled.get(key) ?? compile(job);
  compiled.set(key, check);
  parentPort?.postMessage(toJson(check(job)));
});
// The first schema takes many times as long as others, and must not count for a job.
compileSchema({ type: 'object' })({});
parentPort?.postMessage('ready');
