// Who may import whom. Paths are regular expressions; `$1` is what the first group of `from` caught.

/** Every server feature may use the uniform handlers for records. */
const uniform = 'records';

/** A server feature may ask another where a record refers to one: along the foreign keys, in their direction. */
const foreignKeys = {
  'registrator-accounts': ['emails', 'registrator-types', 'proxies'],
  domains: ['registrator-accounts', 'servers', 'cdn'],
  servers: ['hostings'],
  hostings: ['emails', 'proxies'],
  cdn: ['emails', 'proxies'],
  dashboard: ['domains'],
};
const feature = (name) => `^server/src/features/${name}/`;
const tests = '[.]test[.]tsx?$';

/** The server from the bottom up. */
const serverLayers = [
  'lib',
  'config',
  'sheets',
  'db',
  'net',
  'secrets',
  'jobs',
  'access',
  'mail',
  'work',
  'records',
  'expiry',
  'deliveries',
  'alerts',
  'http',
  'features',
  'ops',
  'commands',
  'app',
];
const serverLayer = (name) => `^server/src/${name}(/|[.]ts$)`;

/** The rooms inside `records`, from the bottom up. */
const recordRooms = ['kinds', 'table', 'list', 'secrets', 'history', 'bulk', 'undo', 'import'];
const recordRoom = (name) => `^server/src/records/${name}/`;

/** A folder of the interface that must not import others. */
const layer = (name, others, why) => ({
  name: `web-${name.replace('/', '-')}`,
  comment: why,
  severity: 'error',
  from: { path: `^web/src/${name}/` },
  to: { path: `^web/src/(${others}/|main[.]tsx)` },
});

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Files that need one another, if only their types, are one thing, or lack a third that both build on.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'unresolved',
      comment:
        'No such file or package: is it spelled right, and declared in the package.json of this workspace?',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'contract-imports-zod-alone',
      comment: 'The contract runs in the browser and on the server: it imports zod and its own files alone.',
      severity: 'error',
      from: { path: '^contract/src/', pathNot: tests },
      to: { pathNot: ['^contract/src/', '(^|/)node_modules/zod/'] },
    },
    {
      name: 'routes-rules-and-catalogs-need-no-zod',
      comment:
        'Every page of the interface loads these: of schemas, which weigh more than a page, import the types alone.',
      severity: 'error',
      from: {
        path: [
          '^contract/src/(rules|catalog)/',
          '[.]routes[.]ts$',
          '^contract/src/(api/(areas|client|errors|etag|filters|kind|permissions|route)|entities/kinds)[.]ts$',
        ],
        pathNot: [tests, '^(server|web)/'],
      },
      to: {
        path: ['[.]schema[.]ts$', '^contract/src/(api|entities)/[^/]+[.]ts$', '(^|/)node_modules/zod/'],
        pathNot:
          '^contract/src/(api/(areas|client|errors|etag|filters|kind|permissions|route)|entities/kinds)[.]ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'server-and-web-meet-in-the-contract',
      comment: 'What both sides need to know belongs in contract/src.',
      severity: 'error',
      from: { path: '^(server|web)/' },
      to: { path: '^(server|web)/', pathNot: '^$1/' },
    },
    {
      name: 'source-does-not-import-tests',
      comment: 'Test code is not part of the product.',
      severity: 'error',
      from: { path: '^(contract|server|web)/src/', pathNot: tests },
      to: { path: [tests, '^server/test/', '^e2e/', '^prove/'] },
    },
    ...serverLayers.slice(1).map((above, at) => ({
      name: `server-${above}`,
      comment: `A layer imports those below it only: ${serverLayers.join(', ')}.`,
      severity: 'error',
      from: { path: serverLayers.slice(0, at + 1).map(serverLayer), pathNot: tests },
      to: { path: serverLayer(above) },
    })),
    ...recordRooms.slice(1).map((above, at) => ({
      name: `records-${above}`,
      comment: `A room of records imports those below it only: ${recordRooms.join(', ')}.`,
      severity: 'error',
      from: { path: recordRooms.slice(0, at + 1).map(recordRoom), pathNot: tests },
      to: { path: recordRoom(above) },
    })),
    {
      name: 'expiry-lookups',
      comment: 'Look-ups are built on the dates and expirations of records, never the other way round.',
      severity: 'error',
      from: { path: '^server/src/expiry/', pathNot: ['^server/src/expiry/lookups/', tests] },
      to: { path: '^server/src/expiry/lookups/' },
    },
    {
      name: 'services-are-types',
      comment: 'It describes what features receive; app.ts makes it.',
      severity: 'error',
      from: { path: '^server/src/services[.]ts$' },
      to: { dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-features-and-above-receive-services',
      comment: 'Name the few services that this needs.',
      severity: 'error',
      from: {
        path: serverLayers.slice(0, serverLayers.indexOf('http') + 1).map(serverLayer),
        pathNot: tests,
      },
      to: { path: '^server/src/services[.]ts$' },
    },
    // From the bottom up: api, ui, records, list and form and record, access, features, app.
    layer(
      'ui',
      '(api|records|list|form|record|access|features|app)',
      'It is looks only: data and behaviour are handed to it.',
    ),
    layer(
      'api',
      '(records|list|form|record|access|features|app)',
      'It calls the server and knows no screen.',
    ),
    layer(
      'records',
      '(list|form|record|access|features|app)',
      'It reads and writes records; lists and forms are built on it.',
    ),
    layer(
      'list',
      '(form|record|access|features|app)',
      'What lists and forms share belongs in records or ui.',
    ),
    layer(
      'form',
      '(list|record|access|features|app)',
      'What lists and forms share belongs in records or ui.',
    ),
    layer(
      'access',
      '(features|app)',
      'What the account, the settings and the sign-in share is built from forms.',
    ),
    layer(
      'record',
      '(list|form|access|features|app)',
      'What is special to a kind is handed to it as its details.',
    ),
    layer('features', 'app', 'The app knows its pages, never the other way round.'),
    layer('app/layout', 'app/palette', 'What they share belongs in web/src/app.'),
    layer('app/palette', 'app/layout', 'What they share belongs in web/src/app.'),
    {
      name: 'web-features-are-islands',
      comment:
        'What two features share belongs in ui, list, form, access or api, or in the rules of the contract.',
      severity: 'error',
      from: { path: '^web/src/features/([^/]+)/' },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'server-features-follow-foreign-keys',
      comment:
        'This kind of record does not refer to that one; if it now does, add it to .dependency-cruiser.cjs.',
      severity: 'error',
      from: { path: feature('([^/]+)'), pathNot: Object.keys(foreignKeys).map(feature) },
      to: { path: feature('[^/]+'), pathNot: ['$1', uniform].map(feature) },
    },
    ...Object.entries(foreignKeys).map(([name, others]) => ({
      name: `${name}-follow-foreign-keys`,
      comment: `${name} may import ${others.join(', ')}; if they now refer to more, say so in .dependency-cruiser.cjs.`,
      severity: 'error',
      from: { path: feature(name) },
      to: { path: feature('[^/]+'), pathNot: [name, uniform, ...others].map(feature) },
    })),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^web/dist/' },
    tsPreCompilationDeps: true, // an import of a type is an import
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json', '.css'],
    },
  },
};
