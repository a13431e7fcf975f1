/** The steps around each call of the task port: one list, in place of ports inside of ports. */
import type { Tasks } from './tasks.js';

type Operation = keyof Tasks;
type Arguments<Name extends Operation> = Parameters<Tasks[Name]>;
type Result<Name extends Operation> = Tasks[Name] extends (...args: never) => Promise<infer Value>
  ? Value
  : never;
type Call<Name extends Operation> = (...args: Arguments<Name>) => Promise<Result<Name>>;
type Around<Name extends Operation> = (
  next: Call<Name>,
  ...args: Arguments<Name>
) => Promise<Result<Name>>;

/**
 * A step around each call. `next` makes the call, with the arguments that it is given; `pass` leaves an operation alone. The table is total: a new operation
 * does not compile until every step says what it does with it.
 */
export type PortStep = { readonly [Name in Operation]: Around<Name> | 'pass' };

/**
 * Returns a task port whose calls go through all steps. The first step is the outermost.
 *
 * @param load Returns the port behind the steps. Each call asks for it, so it may be made at the first one.
 */
export function withSteps(steps: readonly PortStep[], load: () => Promise<Tasks>): Tasks {
  const through = <Name extends Operation>(name: Name): Call<Name> => {
    let call: Call<Name> = async (...args) =>
      load().then((tasks: { readonly [Key in Operation]: Call<Key> }) => tasks[name](...args));
    for (const step of [...steps].reverse()) {
      const around: Around<Name> | 'pass' = step[name];
      const next = call;
      if (around !== 'pass') call = async (...args) => around(next, ...args);
    }
    return call;
  };
  return {
    create: through('create'),
    get: through('get') as Tasks['get'],
    waitFor: through('waitFor'),
    cancel: through('cancel'),
    answer: through('answer'),
    send: through('send'),
    list: through('list'),
    listQueue: through('listQueue'),
    listDecided: through('listDecided'),
    readDecision: through('readDecision'),
    history: through('history'),
  };
}
