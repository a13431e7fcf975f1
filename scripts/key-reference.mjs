/** Makes the text of docs/keys.md, the reference of all keys, from the JSON Schemas of a manifest's files. */

const DURATION = ' A duration: "500ms", "30s", "5 minutes", "2 days".';

/** The keys that most manifests have. */
const EVERYDAY = `\`\`\`yaml
version: 1
defaults: { workflow: { taskQueue: orders } }
tools:
  place_order:
    title: Place an order
    description: Places an order and ships it.
    workflow: { type: placeOrder, id: 'order-{order_id}', arguments: [order_id, cents, $caller.name] }
    input:
      type: object
      required: [order_id, cents]
      properties: { order_id: { type: string }, cents: { type: integer } }
    output: { type: object }
    confirm: Order {order_id} for {cents} cents?
    task: { becomesTaskAfter: 5s }
    ttl: 2 days
    access: { scopes: [orders] }
    questions:
      approval:
        when: { query: describe, value: $query.state, is: pending }
        message: Approve {$query.item}?
        properties: { approved: { type: boolean } }
        required: [approved]
        answer: { signal: approve, arguments: [$answer.approved] }
    status: { query: describe, text: 'Step {$query.step} of {$query.steps}' }
    progress: { query: describe, done: $query.step, total: $query.steps }
    result: { text: 'Order {$result.id} is on its way.' }
actions:
  change_amount:
    description: Changes the amount of an order.
    workflow: placeOrder
    update: changeAmount
    input: { type: object, required: [cents], properties: { cents: { type: integer } } }
    arguments: [cents]
\`\`\``;

/** Keys that most manifests lack. They come last in their group. */
const RARE = new Set([
  ...['taskTimeout', 'retryPolicy', 'priority', 'summary', 'details', 'icons', '_meta', 'encoding'],
  ...['misfit', 'currentDetails', 'onDisconnect', 'onCallCancelled', 'ifClientCannotAsk'],
  ...['showActivityFailures', 'joinRepeats', 'immediateResponse', 'tellOwner', 'accessKeyId'],
  ...['secretAccessKey', 'sessionToken', 'audience', 'multipart', 'existedIf', 'finishedIf'],
  ...['retryIf', 'refusedIf', 'endsAs', 'alreadyEnded', 'notFoundFor', 'scopeClaims', 'implies'],
  ...['clockTolerance', 'jwksUri', 'audiences', 'algorithms', 'strictTyp', 'askAgainAfter'],
]);
const isFromEnvironment = ({ pattern }) => pattern === '\\$\\{[A-Za-z_]';

/** The alternatives of a schema, except the text `${NAME}` that names an environment variable. */
function alternativesOf(schema) {
  const all = schema.anyOf?.flatMap(alternativesOf) ?? [schema];
  return all.filter((one) => !isFromEnvironment(one));
}

function nameType(schema) {
  if (schema.description?.endsWith(DURATION)) return 'duration';
  const names = alternativesOf(schema).map((one) => {
    if (one.enum) return one.enum.map((value) => `\`${value}\``).join(', ');
    if (one.const !== undefined) return `\`${one.const}\``;
    if (one.allOf) return 'JSON Schema';
    if (one.type === 'array') return `list of ${nameType(one.items)}`;
    if (one.type === 'object' && !one.properties) return 'map';
    return [one.type ?? 'any'].flat().join(' or ');
  });
  return [...new Set(names)].join(' or ');
}

/** Finds the objects in a schema, each with its path in a manifest. */
function groupsIn(schema, path) {
  return alternativesOf(schema).flatMap((one) => {
    const { properties = {}, items, additionalProperties, required = [], allOf } = one;
    if (allOf) return [];
    const keys = Object.keys(properties);
    return [
      ...(keys.length > 0 ? [{ path, properties, required }] : []),
      ...keys.flatMap((key) => groupsIn(properties[key], [...path, key])),
      ...(items ? groupsIn(items, path) : []),
      ...(additionalProperties ? groupsIn(additionalProperties, [...path, 'NAME']) : []),
    ];
  });
}

function toItem([key, schema], required) {
  const text = (schema.description ?? '').replace(DURATION, '');
  const need = required.includes(key) ? ', required' : '';
  return `- \`${key}\` (${nameType(schema)}${need}): ${text}`;
}

/** From this number on, keys of an earlier group are not described again. */
const MIN_SHARED = 4;

/**
 * Writes the keys of a group. Those that an earlier group has, with the same words, refer to it.
 *
 * @param seen The path of the group that has first had an item.
 */
function toItems({ properties, required }, path, seen) {
  const items = Object.entries(properties).map((entry) => ({
    isRare: RARE.has(entry[0]),
    name: `\`${entry[0]}\``,
    item: toItem(entry, required),
  }));
  const groupOf = new Map(items.map(({ item }) => [item, seen.get(item)]));
  for (const { item } of items) if (!seen.has(item)) seen.set(item, path);
  const groups = [...new Set(groupOf.values())].map((group) => ({
    group,
    shared: items.filter(({ item }) => groupOf.get(item) === group),
  }));
  return groups
    .map(({ group, shared }) => {
      if (group === undefined || shared.length < MIN_SHARED) {
        const everyday = shared.filter(({ isRare }) => !isRare).map(({ item }) => item);
        const rare = shared.filter(({ isRare }) => isRare).map(({ item }) => item);
        const list = [...everyday, ...(rare.length > 0 ? ['', 'Rarely:', '', ...rare] : [])];
        return list.join('\n');
      }
      return `- ${shared.map(({ name }) => name).join(', ')}: as in \`${group}\`.`;
    })
    .join('\n');
}

/** Writes groups with the same keys once, under all their paths. */
function toSections(schema, title) {
  const byKeys = new Map();
  for (const group of groupsIn(schema, [])) {
    const text = JSON.stringify(group.properties);
    const known = byKeys.get(text);
    if (known) known.paths.add(group.path.join('.'));
    else byKeys.set(text, { ...group, paths: new Set([group.path.join('.')]) });
  }
  const seen = new Map();
  return [...byKeys.values()].map(({ paths, ...group }) => {
    const [path = ''] = paths;
    const places = [...paths].filter(Boolean).map((path) => `\`${path}\``);
    return [
      places.length === 0
        ? `## ${title}`
        : `### ${places.slice(0, 3).join(', ')}${places.length > 3 ? ' …' : ''}`,
      toItems(group, path, seen),
    ].join('\n\n');
  });
}

/** Writes the keys of both kinds of files. */
export function toKeyReference({ manifest, server }) {
  return [
    '# Keys of a manifest',
    '<!-- `npm run build` writes this page from the schemas of the files. Do not edit it by hand. -->',
    'The keys that most manifests have, in one example. [The language](language.md) says what stands in braces and behind `$`.',
    EVERYDAY,
    'All keys follow, by their place; keys of rare use come last. `NAME` is a name of your choice. A duration is `500ms`, `30s`, `5 minutes` or `2 days`. Each text may have `${NAME}` and `${NAME:-default}` from the environment.',
    ...toSections(manifest, 'The manifest: mcp-tasks.yaml'),
    ...toSections(server, 'The settings of the server: server.yaml'),
  ].join('\n\n');
}
