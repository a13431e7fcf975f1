import {
  checkInputRequest,
  type InputRequest,
  InputMethod,
  type InputResponse,
} from '../../core/question/input-request.js';

/** JSON-RPC "Method not found": a client without the capability answers this. */
const CANNOT_BE_ASKED = -32601;
/** JSON-RPC "Invalid params": a client answers this to a question that breaks MCP's rules. */
const BREAKS_RULES = -32602;

function toRefusal({ method }: InputRequest, code: number, message: string): InputResponse {
  const error = { code, message };
  return method === InputMethod.elicit ? { action: 'cancel', error } : { error };
}

/** The answer on behalf of a client without the needed capability. */
export function refuseLacking(request: InputRequest, lacking: string): InputResponse {
  return toRefusal(
    request,
    CANNOT_BE_ASKED,
    `The client cannot be asked: it has not declared "${lacking}".`,
  );
}

/** The answer to a question that breaks MCP's rules; `undefined` for a valid question. */
export function refuseInvalid(request: InputRequest): InputResponse | undefined {
  const [violation] = checkInputRequest(request);
  if (!violation) return undefined;
  return toRefusal(
    request,
    BREAKS_RULES,
    `MCP cannot ask this with ${request.method}: ${violation.path} ${violation.message}.`,
  );
}
