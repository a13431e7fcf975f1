/** A method of a generation: takes unchecked `params`, and throws errors for the dispatcher. */
export type Method<Context, Result extends object = object> = (
  params: unknown,
  context: Context,
) => Promise<Result>;

/** A row of a generation's table of methods. */
export interface MethodRow<Params, Context, Result extends object> {
  /**
   * Reads the params.
   *
   * @throws {TaskError} `invalidParams` naming the member that is wrong.
   */
  readonly params: (params: unknown, context: Context) => Params;
  readonly run: (params: Params, context: Context) => Promise<Result> | Result;
}

/** Makes a method of a row. */
export function method<Params, Context, Result extends object>({
  params,
  run,
}: MethodRow<Params, Context, Result>): Method<Context, Result> {
  return async (value, context) => run(params(value, context), context);
}

/** Accepts any params, for methods that need none. */
export function anyParams(): void {
  // The params are ignored.
}
