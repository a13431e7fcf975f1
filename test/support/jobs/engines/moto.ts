import { tmpdir } from 'node:os';

import { AwsClient } from 'aws4fetch';

import { findQuietPort } from '../../find-quiet-port.js';

import { type Engine, isAnswered, prepareEngine, runProgram } from './engine.js';

/** AWS Step Functions by moto, which checks signatures. */
export interface StepFunctions extends Engine {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** ARN of a state machine. It waits `$.delay` seconds, fails for orders that begin with `lost-`, and ships others. */
  readonly stateMachine: string;
  readonly listExecutions: () => Promise<readonly MotoExecution[]>;
}

export interface MotoExecution {
  readonly executionArn: string;
  readonly status: string;
  /** A text of JSON. */
  readonly input: string;
}

const REGION = 'eu-central-1';
const DEFINITION = {
  StartAt: 'Wait',
  States: {
    Wait: { Type: 'Wait', SecondsPath: '$.delay', Next: 'Pack' },
    Pack: {
      Type: 'Choice',
      Choices: [{ Variable: '$.order', StringMatches: 'lost-*', Next: 'Fail' }],
      Default: 'Ship',
    },
    Fail: { Type: 'Fail', Error: 'OutOfStock', Cause: 'The order cannot be packed.' },
    Ship: { Type: 'Pass', Result: true, ResultPath: '$.shipped', End: true },
  },
};

export const motoPython = await prepareEngine('moto');

/** Starts moto with one state machine and one user, whose key must sign all further requests. */
export async function startMoto(python: string): Promise<StepFunctions> {
  const port = await findQuietPort();
  const url = `http://127.0.0.1:${port}`;
  const stop = await runProgram({
    python,
    args: ['-m', 'moto.server', '-H', '127.0.0.1', '-p', String(port)],
    cwd: tmpdir(),
    // It needs some keys, though it calls nobody.
    environment: { AWS_ACCESS_KEY_ID: 'unused', AWS_SECRET_ACCESS_KEY: 'unused' },
    isReady: async () => isAnswered(`${url}/moto-api/`),
  });
  const post = async (path: string, service: string, init: RequestInit): Promise<string> => {
    const scope = `unused/20260101/${REGION}/${service}/aws4_request`;
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=0`;
    const headers = { authorization, ...(init.headers as Record<string, string>) };
    const response = await fetch(`${url}${path}`, { ...init, method: 'POST', headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`moto answered ${response.status}: ${text}`);
    return text;
  };
  const iam = async (Action: string, more: Record<string, string> = {}): Promise<string> => {
    const body = new URLSearchParams({ Action, Version: '2010-05-08', UserName: 'agent', ...more });
    return post('/', 'iam', { body });
  };
  await post('/moto-api/config', 'moto', {
    body: JSON.stringify({ stepfunctions: { execute_state_machine: true } }),
    headers: { 'content-type': 'application/json' },
  });
  const created = await post('/', 'states', {
    body: JSON.stringify({
      name: 'ship-order',
      roleArn: 'arn:aws:iam::123456789012:role/ship-order',
      definition: JSON.stringify(DEFINITION),
    }),
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'AWSStepFunctions.CreateStateMachine',
    },
  });
  await iam('CreateUser');
  const statement = { Effect: 'Allow', Action: 'states:*', Resource: '*' };
  const policy = { Version: '2012-10-17', Statement: [statement] };
  await iam('PutUserPolicy', { PolicyName: 'jobs', PolicyDocument: JSON.stringify(policy) });
  const key = await iam('CreateAccessKey');
  const read = (name: string): string => new RegExp(`<${name}>([^<]+)`).exec(key)?.[1] ?? '';
  // From the first request on, signatures count.
  await post('/moto-api/reset-auth', 'moto', {
    body: '0',
    headers: { 'content-type': 'text/plain' },
  });
  const stateMachine = (JSON.parse(created) as { stateMachineArn: string }).stateMachineArn;
  const keys = { accessKeyId: read('AccessKeyId'), secretAccessKey: read('SecretAccessKey') };
  const aws = new AwsClient({ ...keys, service: 'states', region: REGION });
  const call = async (action: string, body: object): Promise<unknown> => {
    const response = await aws.fetch(url, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': `AWSStepFunctions.${action}`,
      },
    });
    return response.json();
  };
  return {
    url,
    stop,
    ...keys,
    region: REGION,
    stateMachine,
    listExecutions: async () => {
      const { executions } = (await call('ListExecutions', {
        stateMachineArn: stateMachine,
      })) as { executions: readonly MotoExecution[] };
      return Promise.all(
        executions.map(
          async ({ executionArn }) =>
            (await call('DescribeExecution', { executionArn })) as MotoExecution,
        ),
      );
    },
  };
}
