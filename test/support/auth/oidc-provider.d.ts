/* eslint import-x/no-default-export: off -- That is how the package exports it. */
/** As much of `oidc-provider` as tests use: it comes without types, and theirs would bring those of Koa along. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  export default class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): RequestListener;
  }
}
