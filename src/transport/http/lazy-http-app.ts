import type { HttpAppOptions } from './create-http-app.js';
import type { HttpApp } from './http-app.js';

export interface LazyHttpApp {
  /** Loaded at its first request. */
  readonly app: HttpApp;
  readonly load: () => Promise<HttpApp>;
}

/** Creates an HTTP application that is loaded at first use. Over stdio, it is never loaded. */
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
