/** `npm run docs:api`: the API reference from doc comments. A type in a signature that no entry exports is an error. */

/** Parts of a parsed manifest, of a tool's definition and of form schemas. Users pass them on without naming them. */
const PARTS = [
  'ActionCatalog',
  'ActivityStart',
  'AuditSettings',
  'AuthSettings',
  'CompiledSchemas',
  'ConfiguredWebhook',
  'DeclaredProgress',
  'DeclaredStatus',
  'Defaulted',
  'Expression',
  'FieldContent',
  'InboxSettings',
  'InputRules',
  'Leaf',
  'LocatedProblem',
  'MadeGroup',
  'ManifestPosition',
  'OutputRules',
  'PrincipalLimits',
  'RequiredNames',
  'TemporalUse',
  'Text',
  'ToolCancel',
  'ToolDescription',
  'ToolLeaf',
  'ToolQuestions',
  'ToolTask',
  'WorkflowStart',
];
/** Zod schemas. The types of manifests in TypeScript are inferred from them. */
const SCHEMAS = [
  'actionSchema',
  'defaultsSchema',
  'layout',
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
  // Links to sources need a repository URL, which a clone may lack.
  disableSources: true,
  excludePrivate: true,
  excludeExternals: true,
  validation: { notExported: true, invalidLink: true, notDocumented: true },
  requiredToBeDocumented: ['Class', 'Interface', 'TypeAlias', 'Function', 'Variable'],
  // The names of these are clear; the last two are Standard Schema's.
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
