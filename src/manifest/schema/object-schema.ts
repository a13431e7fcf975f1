import * as z from 'zod';

/** A JSON Schema of an object. Its content is checked when it is compiled. */
export const objectSchema = z.looseObject({
  type: z.literal('object', 'An MCP schema describes an object: write "type: object".'),
});
