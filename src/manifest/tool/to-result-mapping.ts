import type { ResourceDefinition } from '../../core/task/task-resource.js';
import type { ResultMapping } from '../../core/tool/result-mapping.js';
import { toExpression } from '../expression/compile-expression.js';

import type { ResourceSource, ResultSource } from './result-schema.js';

/** Claude Code warns of results of more than 10,000 tokens, which are about so many bytes of JSON or prose. */
const DEFAULT_OVER_BYTES = 40_000;
/** Size in base64 that clients take as one message without trouble. */
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;
const DEFAULT_LIMIT_MS = 30_000;
/** The Workflow's whole return value. */
const WHOLE = '@';

function toResource(source: ResourceSource): ResourceDefinition {
  const { content = WHOLE, encoding, over, location, under = '', headers = {} } = source;
  const { limit, maxSize, name, mimeType } = source;
  return {
    source:
      location === undefined
        ? {
            kind: 'content',
            expression: toExpression(content),
            isBase64: encoding !== undefined,
            overBytes: over ?? DEFAULT_OVER_BYTES,
          }
        : {
            kind: 'location',
            expression: toExpression(location),
            place: {
              under,
              headers,
              limitMs: limit ?? DEFAULT_LIMIT_MS,
              maxBytes: maxSize ?? DEFAULT_MAX_BYTES,
            },
          },
    ...(name !== undefined && { name }),
    ...(mimeType !== undefined && { mimeType }),
  };
}

/** The compiled result mapping of a tool. The check reports compile errors. */
export function toResultMapping(source: ResultSource): ResultMapping {
  const { structured, text, resource, misfit } = source;
  return {
    ...(structured !== undefined && { structured: toExpression(structured) }),
    ...(text !== undefined && {
      text: typeof text === 'string' ? text : toExpression(text.expression),
    }),
    ...(resource && { resource: toResource(resource) }),
    ...(misfit && { givesMisfits: true }),
  };
}
