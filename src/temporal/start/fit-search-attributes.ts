import { invalidArguments } from '../../core/tool/parse-arguments.js';
import { KeptValue } from '../../core/value/kept-value.js';
import { readSearchAttributes } from '../link/search-attributes.js';
import { TemporalCalls } from '../link/temporal-calls.js';

import { toAttributeValue } from './attribute-value.js';
import type { StartRequest } from './plan-task.js';

/** Age from which the types are read again, in milliseconds. */
const FRESH_MS = 60_000;
/** Time limit of a read, in milliseconds, since a start waits for it. */
const DEADLINE_MS = 1_500;

/** The types of the Search Attributes in the namespace. */
export class SearchAttributeTypes {
  readonly #types: KeptValue<ReadonlyMap<string, string>>;

  constructor({ client }: TemporalCalls) {
    const calls = new TemporalCalls(client, DEADLINE_MS);
    const fetch = async (): Promise<ReadonlyMap<string, string>> => readSearchAttributes(calls);
    this.#types = new KeptValue({ fetch, freshMs: FRESH_MS, idleMs: FRESH_MS });
  }

  /**
   * Gives the values of a start the form that their Search Attributes take. Where the types are not known, for want of a
   * permission for example, the values stay as they are.
   *
   * @throws {TaskError} `invalidArguments` with the arguments whose values do not fit.
   */
  async fit<Request extends StartRequest>(request: Request): Promise<Request> {
    const { tool, start } = request;
    if (!start?.searchAttributes) return request;
    const types = await this.#types.get().catch(() => undefined);
    const fitted = Object.entries(start.searchAttributes).map(([name, { value, path }]) => {
      const taken = toAttributeValue(types?.get(name), value);
      return { name, path, taken };
    });
    const violations = fitted.flatMap(({ name, path, taken }) =>
      'words' in taken
        ? [{ path, message: `must be ${taken.words}, for the Search Attribute ${name}` }]
        : [],
    );
    if (violations.length > 0) throw invalidArguments(tool.name, violations);
    const searchAttributes = Object.fromEntries(
      fitted.flatMap(({ name, path, taken }) =>
        'value' in taken ? [[name, { path, value: taken.value }] as const] : [],
      ),
    );
    return { ...request, start: { ...start, searchAttributes } };
  }
}
