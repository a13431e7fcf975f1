/** A method of a generation. It takes unchecked `params`, and throws errors that the dispatcher converts. */
export type Method<Context, Result extends object = object> = (
  params: unknown,
  context: Context,
) => Promise<Result>;

export interface MethodRow<Params, Context, Result extends object> {
  /**
   * Parses the params.
   *
   * @throws {TaskError} `invalidParams` with the name of the wrong member.
   */
  readonly params: (params: unknown, context: Context) => Params;
  readonly run: (params: Params, context: Context) => Promise<Result> | Result;
}

export function method<Params, Context, Result extends object>({
  params,
  run,
}: MethodRow<Params, Context, Result>): Method<Context, Result> {
  return async (value, context) => run(params(value, context), context);
}

export function anyParams(): void {
  // The params are ignored.
}
