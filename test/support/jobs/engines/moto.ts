import { tmpdir } from 'node:os';

import { findQuietPort } from '../../find-quiet-port.js';

import { type Engine, isAnswered, prepareEngine, runProgram } from './engine.js';

/** AWS Step Functions by moto, which checks signatures. */
export interface StepFunctions extends Engine {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** ARN of a state machine. It waits `$.seconds`, then fails if `$.fail`, else returns its input. */
  readonly stateMachine: string;
}

const REGION = 'eu-central-1';
const DEFINITION = {
  StartAt: 'Wait',
  States: {
    Wait: { Type: 'Wait', SecondsPath: '$.seconds', Next: 'Choose' },
    Choose: {
      Type: 'Choice',
      Choices: [{ Variable: '$.fail', BooleanEquals: true, Next: 'Fail' }],
      Default: 'Report',
    },
    Fail: { Type: 'Fail', Error: 'ReportFailed', Cause: 'The report failed.' },
    Report: { Type: 'Pass', End: true },
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
      name: 'report',
      roleArn: 'arn:aws:iam::123456789012:role/report',
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
  return {
    url,
    stop,
    region: REGION,
    accessKeyId: read('AccessKeyId'),
    secretAccessKey: read('SecretAccessKey'),
    stateMachine: (JSON.parse(created) as { stateMachineArn: string }).stateMachineArn,
  };
}
