import { expect } from '@jest/globals';

import type { Language } from './prepare-language.js';

type Json = Readonly<Record<string, unknown>>;

/** Facts about the examples of one language. Tests use them; the rest is equal in all languages. */
export interface LanguageCase {
  readonly language: Language;
  /** The tool that asks a person before it goes on. */
  readonly asking: {
    readonly tool: string;
    readonly arguments: Json;
    readonly message: string;
    /** The argument with the time for an answer, in seconds. */
    readonly deadline: string;
    /** Progress while the question is open. */
    readonly progress: Json;
    readonly yes: Json;
    readonly whenYes: Json;
    readonly no: Json;
    readonly whenNo: Json;
    /** The Activity that undoes earlier steps, with the reason among its arguments. */
    readonly cleanUp: string;
    /** The member of the result that names the caller. */
    readonly requester: string;
  };
  /** The tool of a Workflow without MCP; an Activity of it heartbeats. */
  readonly plain: {
    readonly tool: string;
    readonly short: Json;
    readonly whenShort: Json;
    /** A run of 10,000 items, longer than any test waits. */
    readonly long: Json;
  };
}

/** Number of items in the long run of {@link LanguageCase.plain}. */
export const LONG_RUN_ITEMS = 10_000;

export const languageCases: readonly LanguageCase[] = [
  {
    language: 'python',
    asking: {
      tool: 'approve_expense',
      arguments: { employee: 'Ada', purpose: 'a train to Basel', amount_cents: 12_550 },
      message: 'Ada spent 125.50 EUR on a train to Basel. Approve?',
      deadline: 'decide_within_seconds',
      progress: { progress: 1, total: 3, message: 'The budget is reserved' },
      yes: { approve: true, comment: 'Safe travels' },
      whenYes: {
        approved: true,
        comment: 'Safe travels',
        payment_id: expect.stringMatching(/^payment-of-budget-/),
      },
      no: { approve: false, comment: 'Take the bus' },
      whenNo: { approved: false, comment: 'Take the bus', payment_id: '' },
      cleanUp: 'release_budget',
      requester: 'requested_by',
    },
    plain: {
      tool: 'resize_images',
      short: { album: 'Basel', images: 3, seconds_per_image: 0.01 },
      whenShort: { album: 'Basel', resized: 3 },
      long: { album: 'Basel', images: LONG_RUN_ITEMS, seconds_per_image: 0.02 },
    },
  },
  {
    language: 'go',
    asking: {
      tool: 'deploy_service',
      arguments: { service: 'search', version: '1.4.0', regions: ['zurich', 'paris', 'oslo'] },
      message: 'search 1.4.0 runs in zurich without errors. Roll it out to the other 2?',
      deadline: 'decideWithinSeconds',
      progress: { progress: 1, total: 3, message: 'zurich is deployed' },
      yes: { go: true, comment: 'Looks fine' },
      whenYes: { deployed: true, regions: ['zurich', 'paris', 'oslo'], comment: 'Looks fine' },
      no: { go: false, comment: 'Too slow' },
      whenNo: { deployed: false, regions: [], comment: 'Too slow' },
      cleanUp: 'RollBack',
      requester: 'requestedBy',
    },
    plain: {
      tool: 'reindex_catalogue',
      short: { catalogue: 'books', items: 3, millisPerItem: 10 },
      whenShort: { catalogue: 'books', indexed: 3 },
      long: { catalogue: 'books', items: LONG_RUN_ITEMS, millisPerItem: 20 },
    },
  },
  {
    language: 'java',
    asking: {
      tool: 'apply_for_loan',
      arguments: { applicant: 'Grace', amountCents: 2_000_000, months: 24 },
      message: 'Grace wants 20000.00 EUR for 24 months; the credit score is 650. Grant the loan?',
      deadline: 'decideWithinSeconds',
      progress: { progress: 1, total: 3, message: 'The credit score is known' },
      yes: { approve: true, comment: 'A good customer' },
      whenYes: {
        approved: true,
        comment: 'A good customer',
        loanId: expect.stringMatching(/^loan-of-application-/),
      },
      no: { approve: false },
      whenNo: { approved: false, comment: '', loanId: '' },
      cleanUp: 'CloseApplication',
      requester: 'requestedBy',
    },
    plain: {
      tool: 'print_statements',
      short: { month: '2026-11', accounts: 3, millisPerAccount: 10 },
      whenShort: { month: '2026-11', printed: 3 },
      long: { month: '2026-11', accounts: LONG_RUN_ITEMS, millisPerAccount: 20 },
    },
  },
];
