import type { HttpAppOptions } from './create-http-app.js';
import type { HttpApp } from './http-app.js';

/** The HTTP application of a server. */
export interface LazyHttpApp {
  /** Loads itself with its first request. */
  readonly app: HttpApp;
  /** Loads it now. */
  readonly load: () => Promise<HttpApp>;
}

/** Makes an HTTP application that is loaded when it is first needed, which it never is over stdio. */
export function createLazyHttpApp(options: HttpAppOptions): LazyHttpApp {
  let loading: Promise<HttpApp> | undefined;
  const load = async (): Promise<HttpApp> => {
    loading ??= import('./create-http-app.js').then(({ createHttpApp }) => createHttpApp(options));
    return loading;
  };
  return {
    app: (request, response, next) => {
      load().then(
        (app) => {
          app(request, response, next);
        },
        (error: unknown) => {
          if (next) next(error);
          else response.destroy(error as Error);
        },
      );
    },
    load,
  };
}
