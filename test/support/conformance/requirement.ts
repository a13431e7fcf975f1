/** Why no test cites a requirement. */
export type NotTested =
  /** It binds clients. */
  | 'requestor duty'
  /** It permits something that this server does not do. */
  | 'permission not used'
  /** It recommends something that this server does not do, for a reason that stands beside it. */
  | 'recommendation not followed'
  /** It asks for documentation or operation, which no request can show. */
  | 'documentation and operation';

/**
 * One rule of a specification: its keyword, whom it binds, and what has to hold. The keyword is `derived` where other rules force
 * it, `note` where it binds nobody.
 */
export type Requirement = string | { readonly rule: string; readonly notTested: NotTested };
