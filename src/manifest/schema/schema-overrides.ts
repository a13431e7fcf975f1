import type { CompiledSchemas } from '../tool/compiled-schemas.js';

/** The schemas that a TypeScript module has compiled itself, by the name of the tool or action. */
export type SchemaOverrides = ReadonlyMap<string, CompiledSchemas>;
