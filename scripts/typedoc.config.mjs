/** `npm run docs:api`: the API reference, from doc comments. A type that a signature names and no entry exports is an error. */

/** Parts of a manifest as it was read, of a tool's definition and of form schemas. Users pass them on without naming them. */
const PARTS = [
  'ActionCatalog',
  'AfterTtl',
  'Approvers',
  'ArgumentLayout',
  'AuditSettings',
  'AuthSettings',
  'BecomesTask',
  'CompiledSchemas',
  'ConfiguredWebhook',
  'DeclaredProgress',
  'DeclaredQuestion',
  'DeclaredStatus',
  'EventSettings',
  'ExecutionOptions',
  'FieldContent',
  'InboxSettings',
  'LocatedProblem',
  'ManifestPosition',
  'NamespaceSettings',
  'ParseInput',
  'RequiredNames',
  'ResultMapping',
  'ServerLimits',
  'StartDefinition',
  'StartQuestion',
  'TaskSupport',
  'TemporalUse',
  'Tenants',
  'ToolAnnotations',
  'ToolPattern',
  'ValidateOutput',
];
/** Schemas from which the types of manifests in TypeScript are inferred. */
const SCHEMAS = [
  'actionSchema',
  'argumentsSchema',
  'defaultsSchema',
  'ownKeys',
  'serverSchema',
  'toolSchema',
];

/** @type {Partial<import('typedoc').TypeDocOptions>} */
const options = {
  name: 'temporal-mcp-tasks',
  entryPoints: ['../src/index.ts', '../src/workflow/index.ts', '../src/worker/index.ts'],
  tsconfig: '../tsconfig.build.json',
  out: '../dist/api',
  readme: 'none',
  // Links to sources need a repository, which a clone may not have.
  disableSources: true,
  excludePrivate: true,
  excludeExternals: true,
  validation: { notExported: true, invalidLink: true, notDocumented: true },
  requiredToBeDocumented: ['Class', 'Interface', 'TypeAlias', 'Function', 'Variable'],
  // Their names say it; the last two are Standard Schema's.
  intentionallyNotDocumented: [
    'index.Logger.info',
    'index.Logger.warn',
    'index.Logger.error',
    'workflow.StandardFormSchema.~standard.__type.validate',
    'workflow.StandardFormSchema.~standard.__type.jsonSchema.__type.input',
  ],
  intentionallyNotExported: [...PARTS, ...SCHEMAS],
  externalSymbolLinkMappings: {
    '@temporalio/common': {
      ApplicationFailure: 'https://typescript.temporal.io/api/classes/common.ApplicationFailure',
    },
  },
  treatWarningsAsErrors: true,
};

export default options;
