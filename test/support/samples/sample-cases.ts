import { expect } from '@jest/globals';

import type { SampleLanguage } from './start-sample-worker.js';

type Args = Readonly<Record<string, unknown>>;

/** A tool call, and the result of its task. Each test replaces `{id}` in texts by a different ID. */
export interface Run {
  readonly tool: string;
  readonly arguments: Args;
  readonly result: unknown;
}

/** A call that fails, or whose task fails. */
export interface Failure {
  readonly arguments: Args;
  readonly message: RegExp;
}

/** Facts about the Workflows of one language. Tests use them; the rest is equal in all languages. */
export interface SampleCase {
  readonly language: SampleLanguage;
  readonly generation: '2025-11-25' | '2026-07-28';
  /** `activities`: the Activities of the failing call, in order. */
  readonly transfer: Run & { readonly failing: Failure; readonly activities: readonly string[] };
  readonly saga: Run & { readonly failing: Failure; readonly activities: readonly string[] };
  /** `arguments` create the entity, and `then` reach the same one. */
  readonly entity: Run & {
    readonly then: Args;
    readonly show: { readonly tool: string; readonly result: unknown };
    readonly finish: { readonly tool: string; readonly arguments: Args };
  };
  readonly approval: Run & {
    readonly question: string;
    readonly yes: Args;
    readonly whenDeclined: unknown;
  };
  readonly order: Run & {
    readonly refused: Failure;
    readonly update: { readonly tool: string; readonly result: unknown };
  };
  /** `status`: matches the status message while the Workflow polls. */
  readonly polling: Run & { readonly status: RegExp };
  readonly batch: Run & { readonly total: number };
  readonly loop: Run;
  readonly fanOut: Run & { readonly status: RegExp };
  readonly schedule: Run & { readonly workflowType: string; readonly workflowArguments: unknown[] };
}

/** A text result. */
function text(said: string | RegExp): unknown {
  const words: unknown = typeof said === 'string' ? said : expect.stringMatching(said);
  return { content: [{ type: 'text', text: words }] };
}

function structured(structuredContent: unknown): unknown {
  return { structuredContent };
}

const python: SampleCase = {
  language: 'python',
  generation: '2026-07-28',
  transfer: {
    tool: 'transfer_money',
    arguments: {
      source_account: 'account-1',
      target_account: 'account-2',
      amount: 250,
      reference_id: '{id}',
    },
    result: text(/^Transfer complete \(transaction IDs: W-.*, D-.*\)$/),
    failing: {
      arguments: {
        source_account: 'account-1',
        target_account: 'nowhere',
        amount: 250,
        reference_id: '{id}-refused',
      },
      message: /There is no account nowhere/,
    },
    activities: ['withdraw', 'deposit', 'refund'],
  },
  saga: {
    tool: 'book_trip',
    arguments: { book_user_id: 'ada', book_car_id: 'c', book_hotel_id: 'h', book_flight_id: 'f' },
    result: text('["car c","hotel h","flight f"]'),
    failing: {
      arguments: {
        book_user_id: 'ada',
        book_car_id: 'c',
        book_hotel_id: 'h',
        book_flight_id: 'sold-out',
      },
      message: /The flight is sold out/,
    },
    activities: [
      'book_car',
      'book_hotel',
      'book_flight',
      'undo_book_flight',
      'undo_book_hotel',
      'undo_book_car',
    ],
  },
  entity: {
    tool: 'add_to_cart',
    arguments: { sku: 'lamp', quantity: 2 },
    then: { sku: 'shade', quantity: 1 },
    show: {
      tool: 'show_cart',
      result: structured({ items: { lamp: 2, shade: 1 }, checked_out: false }),
    },
    finish: { tool: 'check_out', arguments: {} },
    result: structured({ items: { lamp: 2, shade: 1 }, checked_out: true }),
  },
  approval: {
    tool: 'file_expense',
    arguments: { expense_id: '{id}', employee: 'Ada', amount: 12.5 },
    question: 'Pay 12.5 to Ada?',
    yes: { name: 'Grace' },
    result: structured({ employee: 'Ada', amount: 12.5, status: 'COMPLETED', approver: 'Grace' }),
    whenDeclined: structured({
      employee: 'Ada',
      amount: 12.5,
      status: 'REJECTED',
      approver: null,
    }),
  },
  order: {
    tool: 'order_item',
    arguments: { order_id: '{id}', sku: 'lamp', quantity: 2 },
    refused: {
      arguments: { order_id: '{id}', sku: 'lamp', quantity: 0 },
      message: /Order one at least/,
    },
    update: { tool: 'submit_order', result: { structuredContent: { total: 8000 } } },
    result: { structuredContent: { items: [{ sku: 'lamp', quantity: 2 }], total: 8000 } },
  },
  polling: {
    tool: 'track_parcel',
    arguments: { carrier: 'Swift', parcel: 'p-1' },
    status: /track_parcel: attempt [234]/,
    result: text('Swift has delivered p-1'),
  },
  batch: { tool: 'process_batch', arguments: { records: 60 }, total: 60, result: text('60') },
  loop: { tool: 'loop', arguments: { iteration: 8 }, result: text('Ten iterations are done') },
  fanOut: {
    tool: 'greet_all',
    arguments: { greeting: 'Hello', names: ['Ada', 'Grace', 'Alan'] },
    status: /ComposeGreetingWorkflow/,
    result: text('["Hello, Ada!","Hello, Grace!","Hello, Alan!"]'),
  },
  schedule: {
    tool: 'follow_report',
    workflowType: 'DailyReport',
    workflowArguments: ['Ada'],
    arguments: {},
    result: structured({ customer: 'Ada', pages: 3 }),
  },
};

const typescript: SampleCase = {
  language: 'typescript',
  generation: '2025-11-25',
  transfer: {
    tool: 'transfer_money',
    arguments: {
      sourceAccount: 'account-1',
      targetAccount: 'account-2',
      amount: 2.5,
      referenceId: '{id}',
    },
    result: text(/^Transfer complete \(transaction IDs: W-.*, D-.*\)$/),
    failing: {
      arguments: {
        sourceAccount: 'account-1',
        targetAccount: 'nowhere',
        amount: 2.5,
        referenceId: '{id}-refused',
      },
      message: /There is no account nowhere/,
    },
    activities: ['withdraw', 'deposit', 'refund'],
  },
  saga: {
    tool: 'open_account',
    arguments: {
      accountId: '{id}',
      address: { address1: 'Rheingasse 1', postalCode: '4058' },
      bankDetails: { accountNumber: '1234', routingNumber: '5678' },
    },
    result: text('Completed. There is no result.'),
    failing: {
      arguments: {
        accountId: '{id}',
        address: { address1: 'Rheingasse 1', postalCode: '4058' },
        bankDetails: { accountNumber: 'wrong', routingNumber: '5678' },
      },
      message: /The bank does not know this account number/,
    },
    activities: ['createAccount', 'addAddress', 'addBankAccount', 'clearAddress', 'closeAccount'],
  },
  entity: {
    tool: 'add_to_cart',
    arguments: { sku: 'lamp', quantity: 2 },
    then: { sku: 'shade', quantity: 1 },
    show: { tool: 'show_cart', result: structured({ lamp: 2, shade: 1 }) },
    finish: { tool: 'check_out', arguments: {} },
    result: structured({ lamp: 2, shade: 1 }),
  },
  approval: {
    tool: 'file_expense',
    arguments: { expenseId: '{id}' },
    question: 'Pay the expense?',
    yes: {},
    result: structured({ status: 'COMPLETED' }),
    whenDeclined: structured({ status: 'REJECTED' }),
  },
  order: {
    tool: 'place_order',
    arguments: { orderId: '{id}', amount: 250 },
    refused: {
      arguments: { orderId: '{id}-refused', amount: 2500 },
      message: /The card has no cover for so much/,
    },
    update: { tool: 'confirm_order', result: structured({ authorization: 'authorized-250' }) },
    result: structured({ finalAmount: 250, payment: 'captured-250' }),
  },
  polling: {
    tool: 'render_video',
    arguments: { video: 'v-1' },
    status: /checkRender: attempt [234]/,
    result: text('https://videos.example/v-1'),
  },
  batch: {
    tool: 'process_batch',
    arguments: { sleepIntervalMs: 25 },
    total: 100,
    result: text('Completed. There is no result.'),
  },
  loop: { tool: 'loop', arguments: { iteration: 8 }, result: text('10') },
  fanOut: {
    tool: 'greet_all',
    arguments: { first: 'Ada', second: 'Grace' },
    status: /childWorkflow/,
    result: text('I am a child named Ada\nI am a child named Grace'),
  },
  schedule: {
    tool: 'follow_reminder',
    workflowType: 'reminder',
    workflowArguments: ['Call Ada'],
    arguments: {},
    result: structured({ text: 'Call Ada', id: 8 }),
  },
};

const go: SampleCase = {
  language: 'go',
  generation: '2025-11-25',
  transfer: {
    tool: 'transfer_money',
    arguments: {
      SourceAccount: 'account-1',
      TargetAccount: 'account-2',
      Amount: 250,
      ReferenceID: '{id}',
    },
    result: text(/^Transfer complete \(transaction IDs: W-.*, D-.*\)$/),
    failing: {
      arguments: {
        SourceAccount: 'account-1',
        TargetAccount: 'nowhere',
        Amount: 250,
        ReferenceID: '{id}-refused',
      },
      message: /There is no account nowhere/,
    },
    activities: ['Withdraw', 'Deposit', 'Refund'],
  },
  saga: {
    tool: 'book_trip',
    arguments: { name: 'Ada', destination: 'Basel' },
    result: structured({
      carReservationID: 'car of Ada',
      hotelReservationID: 'hotel of Ada',
      flightReservationID: 'flight to Basel',
    }),
    failing: {
      arguments: { name: 'Ada', destination: 'Atlantis' },
      message: /nobody flies to Atlantis/,
    },
    activities: ['ReserveCar', 'BookHotel', 'BookFlight', 'CancelHotel', 'CancelCar'],
  },
  entity: {
    tool: 'change_cart',
    arguments: { action: 'add', itemID: 'lamp' },
    then: { action: 'add', itemID: 'shade' },
    show: { tool: 'show_cart', result: structured({ Items: { lamp: 1, shade: 1 } }) },
    finish: { tool: 'check_out', arguments: {} },
    result: structured({ Items: { lamp: 1, shade: 1 } }),
  },
  approval: {
    tool: 'file_expense',
    arguments: { id: '{id}', owner: 'Ada', amount: 12.5 },
    question: 'Pay 12.5 to Ada?',
    yes: { approved: true, reason: 'Fine' },
    result: text('COMPLETED: Fine'),
    whenDeclined: text('REJECTED: declined'),
  },
  order: {
    tool: 'transfer_early',
    arguments: { SourceAccount: '{id}', TargetAccount: 'account-2', Amount: 250 },
    refused: {
      arguments: { SourceAccount: '{id}-refused', TargetAccount: 'account-2', Amount: 0 },
      message: /the amount has to be positive/,
    },
    update: {
      tool: 'confirm_transaction',
      result: { structuredContent: { Status: 'initialized' } },
    },
    result: { structuredContent: { Status: 'completed' } },
  },
  polling: {
    tool: 'await_service',
    arguments: { service: 'Billing' },
    status: /^Asked [2-9] times, with no answer yet\.$/,
    result: text('Billing is up'),
  },
  batch: {
    tool: 'process_batch',
    arguments: { offset: 100, limit: 60 },
    total: 60,
    result: text('160'),
  },
  loop: {
    tool: 'count_runs',
    arguments: { totalCount: 0, runCount: 3 },
    result: text('Completed after 3 runs'),
  },
  fanOut: {
    tool: 'split_and_merge',
    arguments: { chunks: [1, 2, 3] },
    status: /ProcessChunk/,
    result: structured({ numberOfItems: 6, sum: 14 }),
  },
  schedule: {
    tool: 'follow_backup',
    workflowType: 'NightlyBackup',
    workflowArguments: ['orders'],
    arguments: {},
    result: structured({ Database: 'orders', Started: expect.any(String), Files: 6 }),
  },
};

const java: SampleCase = {
  language: 'java',
  generation: '2026-07-28',
  transfer: {
    tool: 'transfer_money',
    arguments: {
      from_account: 'account-1',
      to_account: 'account-2',
      reference_id: '{id}',
      amount_cents: 250,
    },
    result: text('Completed. There is no result.'),
    failing: {
      arguments: {
        from_account: 'account-1',
        to_account: 'nowhere',
        reference_id: '{id}-refused',
        amount_cents: 250,
      },
      message: /There is no account nowhere/,
    },
    activities: ['Withdraw', 'Deposit', 'Refund'],
  },
  saga: {
    tool: 'book_trip',
    arguments: { name: 'Ada' },
    result: structured({ car: 'car of Ada', hotel: 'hotel of Ada', flight: 'flight of Ada' }),
    failing: { arguments: { name: 'Icarus' }, message: /Icarus must not fly/ },
    activities: [
      'ReserveCar',
      'BookHotel',
      'BookFlight',
      'CancelFlight',
      'CancelHotel',
      'CancelCar',
    ],
  },
  entity: {
    tool: 'add_points',
    arguments: { customer: 'ada-{id}', points: 20 },
    then: { customer: 'ada-{id}', points: 3 },
    show: { tool: 'show_account', result: { structuredContent: { points: 23 } } },
    finish: { tool: 'leave_program', arguments: {} },
    result: structured({ customer: expect.stringMatching(/^ada-/), points: 23 }),
  },
  approval: {
    tool: 'file_expense',
    arguments: { id: '{id}', employee: 'Ada', amount: 12.5 },
    question: 'Pay the expense?',
    yes: { approver: 'Grace' },
    result: structured({ status: 'COMPLETED', approver: 'Grace' }),
    whenDeclined: structured({ status: 'REJECTED', approver: '' }),
  },
  order: {
    tool: 'order_item',
    arguments: { customer: '{id}', sku: 'lamp', quantity: 2 },
    refused: {
      arguments: { customer: '{id}', sku: 'lamp', quantity: 0 },
      message: /Order one at least/,
    },
    update: { tool: 'submit_order', result: text('Submitted, to pay 8000: thanks') },
    result: { structuredContent: { items: { lamp: 2 }, total: 8000 } },
  },
  polling: {
    tool: 'await_service',
    arguments: { service: 'Billing' },
    status: /PollingChildWorkflow/,
    result: text('Billing is up'),
  },
  batch: { tool: 'process_batch', arguments: {}, total: 60, result: text('60') },
  loop: { tool: 'process_pages', arguments: { page_size: 10, offset: 0 }, result: text('20') },
  fanOut: {
    tool: 'greet_all',
    arguments: { names: ['Ada', 'Grace'] },
    status: /GreetingChild/,
    result: text('["Hello Ada!","Hello Grace!"]'),
  },
  schedule: {
    tool: 'follow_invoices',
    workflowType: 'InvoiceRunWorkflow',
    workflowArguments: ['Ada'],
    arguments: {},
    result: structured({ customer: 'Ada', sent: 3 }),
  },
};

export const sampleCases: readonly SampleCase[] = [python, go, java, typescript];
