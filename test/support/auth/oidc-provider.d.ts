/* eslint import-x/no-default-export: off -- That is how the package exports it. */
/** The part of `oidc-provider` that tests use. It has no types; the published ones need the types of Koa. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): RequestListener;
  }
}
