/**
 * Whom the Worker of jobs may call, and with which credentials. It stays in the manifest: no Workflow, history or log
 * has it. Each secret is the name of a variable of the Worker's environment, which may name a file (`NAME_FILE`).
 */
import type { Expression } from '../../core/mapping/expression.js';
import type { JsonTree } from '../../core/mapping/json-tree.js';
import type { OwnWork } from '../../core/tool/own-work.js';

/** OAuth 2 client credentials. `clientSecret` is the name of a variable. */
export interface OauthCredentials {
  /** URL of the token endpoint, or of a discovery document (with `/.well-known/`) at the same origin. */
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string | undefined;
  readonly audience?: string | undefined;
}

/** JSON whose texts are names of variables. In `{ value }` is a constant. */
export type LoginTree =
  string | readonly LoginTree[] | { readonly [name: string]: LoginTree | JsonTree };

/** A request for a token by a name and a password, or by other secrets. */
export interface LoginCredentials {
  readonly url: string;
  /** The body. */
  readonly json: LoginTree;
  /** Gives the token from the reply, by `$body`, `$headers` and `$code`. */
  readonly token: Expression;
}

/** How a call shows who makes it. Secrets are names of variables. */
export type JobCredentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'bearer'; readonly token: string }
  | { readonly kind: 'basic'; readonly user: string; readonly password: string }
  /** `prefix`: a word before the secret, such as `Token`. */
  | {
      readonly kind: 'header';
      readonly name: string;
      readonly value: string;
      readonly prefix?: string | undefined;
    }
  | { readonly kind: 'query'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'sigv4';
      readonly service: string;
      readonly region: string;
      readonly accessKeyId: string;
      readonly secretAccessKey: string;
      /** Sent if there is such a variable. */
      readonly sessionToken?: string | undefined;
    }
  | { readonly kind: 'oauth'; readonly oauth: OauthCredentials }
  | { readonly kind: 'login'; readonly login: LoginCredentials };

/** Credentials that get a token first, which calls then carry. */
export type TokenCredentials = Extract<JobCredentials, { readonly kind: 'oauth' | 'login' }>;

/** The origins that the Worker of a tool's jobs may call. */
export interface ServiceAccess {
  /** The origin that gets the credentials, `https://ci.example`. */
  readonly origin: string;
  readonly credentials: JobCredentials;
  /** Further origins that may be called, without credentials. */
  readonly otherOrigins: readonly string[];
  /** Addresses in private networks may be called, also over `http:`. */
  readonly internalAddresses: boolean;
}

/** The key of a tool with a job. */
export const JOB_KIND = 'job';

/** The work of a tool with a job: the Activities that call its service. */
export interface JobAccess extends OwnWork, ServiceAccess {
  readonly kind: typeof JOB_KIND;
}

export function isJobAccess(work: OwnWork | undefined): work is JobAccess {
  return work?.kind === JOB_KIND;
}
