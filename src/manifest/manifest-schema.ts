import * as z from 'zod';

import { text, key } from './key.js';
import { serverSchema } from './server/server.js';
import { actionSchema } from './tool/action.js';
import { defaultsSchema, toolSchema } from './tool/tool-schema.js';

/** The names that MCP recommends for tools, so that every host can show and call them. */
const toolName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,128}$/, 'A tool name has 1 to 128 letters, digits, "_", "-" or ".".');

/** A tool name, or a pattern of tool names. */
const toolPattern = z
  .string()
  .regex(
    /^(?=.{1,128}$)[A-Za-z0-9_.-]*\*?[A-Za-z0-9_.-]*$/,
    'A tool name has 1 to 128 letters, digits, "_", "-" or ".", and one "*" where it is a pattern.',
  );

/** One file of a manifest, which may have several. Every level refuses unknown keys. */
export const manifestSchema = z.strictObject({
  version: key(z.literal(1, 'The only manifest version is 1.'), 'The version of this format: 1.'),
  server: key(serverSchema, 'The server as a whole.'),
  defaults: key(defaultsSchema, 'Settings of every tool of this file that does not say otherwise.'),
  include: key(
    z.array(text),
    'Other files of the manifest: paths, folders or patterns, from this file on.',
  ),
  tools: key(z.record(toolPattern, toolSchema), 'Workflow Types as MCP tools, by tool name.'),
  actions: key(
    z.record(toolName, actionSchema),
    'Tools that send a Query, a Signal or an Update to a running task, by tool name.',
  ),
});

/** A file of a manifest as it was written, with durations in milliseconds. */
export type FileSource = z.output<typeof manifestSchema>;
/** The merged files of a manifest. */
export interface ManifestSource extends Pick<FileSource, 'server' | 'actions'> {
  readonly tools: NonNullable<FileSource['tools']>;
}
