import type {
  Answer,
  Cancellation,
  Create,
  Journal,
  Listing,
  Oddity,
  OverdueRequest,
  Result,
  Trespass,
  Unfinished,
  View,
} from '../audit/evidence.js';

export type RequestOutcome = 'answered' | 'refused' | 'lost' | 'overdue';

/** Statistics of one method. */
export interface MethodCount {
  readonly outcomes: Readonly<Record<RequestOutcome, number>>;
  /** Longest time until an answer, in milliseconds. */
  readonly longestMs: number;
}

/** The journal in progress, with statistics. */
export interface Logbook {
  readonly journal: Journal;
  readonly methods: ReadonlyMap<string, MethodCount>;
  /** Times of acknowledged calls, in milliseconds since the epoch, in order. */
  readonly acknowledgedAt: readonly number[];
  create(create: Create): void;
  view(view: View): void;
  answer(answer: Answer): void;
  cancellation(cancellation: Cancellation): void;
  result(result: Result): void;
  trespass(trespass: Trespass): void;
  listing(listing: Listing): void;
  overdue(request: OverdueRequest): void;
  unfinished(unfinished: Unfinished): void;
  oddity(oddity: Oddity): void;
  request(method: string, outcome: RequestOutcome, ms: number): void;
}

const isSame = (one: View, other: View): boolean =>
  one.status === other.status && one.ttlMs === other.ttlMs && one.createdAt === other.createdAt;

/** Opens an empty logbook. It keeps a view only if it differs from the one before: one hour has millions. */
export function openLogbook(): Logbook {
  const creates: Create[] = [];
  const views: View[] = [];
  const answers: Answer[] = [];
  const cancellations: Cancellation[] = [];
  const results: Result[] = [];
  const trespasses: Trespass[] = [];
  const listings: Listing[] = [];
  const overdue: OverdueRequest[] = [];
  const unfinished: Unfinished[] = [];
  const oddities: Oddity[] = [];
  const lastViews = new Map<string, View>();
  const methods = new Map<string, MethodCount>();
  const acknowledgedAt: number[] = [];
  return {
    journal: {
      creates,
      views,
      answers,
      cancellations,
      results,
      trespasses,
      listings,
      overdue,
      unfinished,
      oddities,
    },
    methods,
    acknowledgedAt,
    create: (create) => {
      if (create.taskId !== undefined) acknowledgedAt.push(Date.now());
      creates.push(create);
    },
    view: (view) => {
      const key = `${view.taskId} ${view.generation}`;
      const last = lastViews.get(key);
      if (last && isSame(last, view)) return;
      lastViews.set(key, view);
      views.push(view);
    },
    answer: (answer) => void answers.push(answer),
    cancellation: (cancellation) => void cancellations.push(cancellation),
    result: (result) => void results.push(result),
    trespass: (trespass) => void trespasses.push(trespass),
    listing: (listing) => void listings.push(listing),
    overdue: (request) => void overdue.push(request),
    unfinished: (one) => void unfinished.push(one),
    oddity: (oddity) => void oddities.push(oddity),
    request: (method, outcome, ms) => {
      const before = methods.get(method);
      const outcomes = before?.outcomes ?? { answered: 0, refused: 0, lost: 0, overdue: 0 };
      methods.set(method, {
        outcomes: { ...outcomes, [outcome]: outcomes[outcome] + 1 },
        longestMs: Math.max(before?.longestMs ?? 0, outcome === 'answered' ? ms : 0),
      });
    },
  };
}
