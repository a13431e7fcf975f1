import { describe, expect, it } from '@jest/globals';

import {
  findAttributeName,
  findRefusingState,
  saysNoNamespace,
  saysSearchAttribute,
  saysTooLarge,
  saysUnknownQuery,
  saysUnknownType,
  saysUnreadableArguments,
} from '../../../../src/temporal/link/service-texts.js';

/** Texts as Temporal Server 1.29.1 and 1.32.0 have sent them, and the Worker of the TypeScript SDK 1.24 to both. */
const IN_BOTH = {
  noNamespace: 'Namespace nope is not found.',
  noWorkflow: 'workflow not found for ID: x',
  startWithout: 'Namespace default has no mapping defined for search attribute NoSuch',
  startOfOtherType: 'invalid value for search attribute McpOwner of type Keyword: [5]',
  failingQuery: 'Unable to query workflow due to Workflow Task in failed state.',
  failingUpdate:
    'Unable to perform workflow execution update due to Workflow Task in failed state.',
  oneUpdateTooMany:
    "The limit on the total number of distinct updates in this workflow has been reached (1). Make sure any duplicate updates share an Update ID so the server can deduplicate them, and consider rejecting updates that you aren't going to process.",
  tooLarge: 'Received message larger than max (9047626 vs 4194304)',
  tooLargeRequest: 'grpc: received message larger than max (9047626 vs. 4194304)',
  unknownQuery:
    'Workflow did not register a handler for nosuch. Registered queries: [__stack_trace __enhanced_stack_trace __temporal_workflow_metadata q]',
  unknownType:
    "Failed to initialize workflow of type 'missingtype': no such function is exported by the workflow bundle",
};
const IN_1_29 = {
  listWithout:
    "invalid query: invalid expression: column name 'NoSuch' is not a valid search attribute",
};
const IN_1_32 = {
  listWithout: 'invalid query: invalid search attribute: NoSuch',
  listOfOtherType:
    'invalid query: invalid expression: invalid value type for search attribute McpOwner of type Keyword: 5 (type: int64)',
  pausedUpdate: 'Workflow is paused. Cannot update the workflow.',
};

describe('a text of the service', () => {
  it('says that there is no such namespace', () => {
    expect(saysNoNamespace(IN_BOTH.noNamespace)).toBe(true);
    expect(saysNoNamespace(IN_BOTH.noWorkflow)).toBe(false);
  });

  it.each([
    [IN_BOTH.startWithout, 'NoSuch'],
    [IN_BOTH.startOfOtherType, 'McpOwner'],
    [IN_1_29.listWithout, 'NoSuch'],
    [IN_1_32.listWithout, 'NoSuch'],
    [IN_1_32.listOfOtherType, 'McpOwner'],
  ])('names the Search Attribute: %s', (text, name) => {
    expect(saysSearchAttribute(text)).toBe(true);
    expect(findAttributeName(text)).toBe(name);
  });

  it('says that a message is larger than it may be', () => {
    expect(saysTooLarge(IN_BOTH.tooLarge)).toBe(true);
    expect(saysTooLarge(IN_BOTH.tooLargeRequest)).toBe(true);
    expect(saysTooLarge(IN_BOTH.oneUpdateTooMany)).toBe(false);
  });

  it.each([
    [IN_1_32.pausedUpdate, 'paused'],
    [IN_BOTH.failingQuery, 'failing'],
    [IN_BOTH.failingUpdate, 'failing'],
    [IN_BOTH.oneUpdateTooMany, 'full'],
    [IN_BOTH.noWorkflow, undefined],
  ])('gives the reason of a refusal: %s', (text, state) => {
    expect(findRefusingState(text)).toBe(state);
  });
});

describe('a text of a Worker', () => {
  it('says that a Query has no handler', () => {
    expect(saysUnknownQuery(IN_BOTH.unknownQuery)).toBe(true);
    expect(saysUnknownQuery(IN_BOTH.failingQuery)).toBe(false);
  });

  it('says that it does not have a Workflow Type', () => {
    expect(saysUnknownType(IN_BOTH.unknownType)).toBe(true);
    expect(saysUnknownType('boom')).toBe(false);
  });

  it.each([
    'RuntimeError: Failed decoding arguments',
    "TypeError: pay() missing 1 required positional argument: 'order'",
    'TypeError: pay() takes 0 positional arguments but 1 was given',
    'wrapError: unable to decode the activity function input payload with error: payload item 0',
    'io.temporal.common.converter.DataConverterException: No content to map',
  ])('says that a function does not take the arguments: %s', (text) => {
    expect(saysUnreadableArguments(text)).toBe(true);
  });

  it.each(['TypeError: x is not a function', 'the order has no positional argument'])(
    'says nothing of arguments by %s',
    (text) => {
      expect(saysUnreadableArguments(text)).toBe(false);
    },
  );
});
