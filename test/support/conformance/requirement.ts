/** The reason why no test cites a requirement. */
export type NotTested =
  /** It binds clients. */
  | 'requestor duty'
  /** It permits a behaviour that this server does not have. */
  | 'permission not used'
  /** It recommends a behaviour that this server does not have, for a reason beside it. */
  | 'recommendation not followed'
  /** It asks for documentation or operation, which no request can show. */
  | 'documentation and operation';

/**
 * One rule of a specification: its keyword, the side that it binds, and the demand. The keyword is `derived` if other
 * rules imply the rule, and `note` if it binds no side.
 */
export type Requirement = string | { readonly rule: string; readonly notTested: NotTested };
