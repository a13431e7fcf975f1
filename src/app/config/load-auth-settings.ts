import type { AuthSettings } from '../../core/person/auth-settings.js';
import { authSchema, checkAuth, toAuthSettings } from '../../manifest/server/auth.js';
import { describeInPlainWords } from '../../manifest/zod-words.js';

const PREFIX = 'TEMPORAL_MCP_TASKS_';
const VARIABLES = {
  resource: `${PREFIX}RESOURCE`,
  issuer: `${PREFIX}ISSUER`,
  jwksUri: `${PREFIX}JWKS_URI`,
  audiences: `${PREFIX}AUDIENCES`,
  scopes: `${PREFIX}SCOPES`,
} as const;

function split(text: string | undefined): string[] | undefined {
  return text?.split(/[\s,]+/).filter((part) => part !== '');
}

/**
 * Loads authentication from the environment, for a manifest without `server.auth`: `TEMPORAL_MCP_TASKS_ISSUER` with
 * `TEMPORAL_MCP_TASKS_RESOURCE`, and optionally `…_JWKS_URI`, `…_AUDIENCES` and `…_SCOPES`. Lists are separated by
 * blanks or commas.
 *
 * @param configured The manifest's settings.
 * @returns `undefined` without any settings.
 * @throws {Error} If both set it, or the variables do not fit together.
 */
export function loadAuthSettings(
  configured: AuthSettings | undefined,
  environment: NodeJS.ProcessEnv = process.env,
): AuthSettings | undefined {
  const read = (name: keyof typeof VARIABLES): string | undefined =>
    environment[VARIABLES[name]]?.trim() === '' ? undefined : environment[VARIABLES[name]];
  const [variable] = Object.keys(VARIABLES).filter((name) => read(name as 'issuer') !== undefined);
  if (variable === undefined) return configured;
  if (configured) {
    throw new Error(
      `${VARIABLES[variable as 'issuer']} is set, and the manifest has "server.auth": configure tokens in only one of them. A manifest can read \${NAME} from the environment.`,
    );
  }
  const issuer = read('issuer');
  if (issuer === undefined) {
    throw new Error(
      `${VARIABLES[variable as 'issuer']} is set, and ${VARIABLES.issuer} is not. Set it to the issuer of the tokens.`,
    );
  }
  const audiences = split(read('audiences'));
  const scopes = split(read('scopes'));
  const parsed = authSchema.safeParse(
    {
      resource: read('resource'),
      issuers: [{ issuer, audiences, jwksUri: read('jwksUri') }],
      scopes,
    },
    { reportInput: true, error: describeInPlainWords },
  );
  const problems = parsed.success ? checkAuth(parsed.data, []) : parsed.error.issues;
  if (parsed.success && problems.length === 0) return toAuthSettings(parsed.data);
  const reasons = problems.map(({ path, message }) => {
    const name = path.find((part) => Object.hasOwn(VARIABLES, part)) ?? 'issuer';
    return `${VARIABLES[path.at(-1) === 'jwksUri' ? 'jwksUri' : (name as 'issuer')]}: ${message}`;
  });
  throw new Error(`The token settings cannot be used. ${reasons.join(' ')}`);
}
