// The rules that need to know the code; where a file may reach is said in .dependency-cruiser.cjs.
import reactHooks from 'eslint-plugin-react-hooks';
import * as regexp from 'eslint-plugin-regexp';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const tests = ['**/*.test.ts', '**/*.test.tsx', 'web/src/testing/**'];
const waiting =
  'rejects|doesNotReject|call|api|open|goto|reload|click|dblclick|fill|press|type|check|uncheck|hover|focus|selectOption|setInputFiles|waitFor\\w*|execute\\w*';
const unawaited = `ExpressionStatement > CallExpression[callee.property.name=/^(${waiting})$/]`;

/** What builds SQL, whoever hands it a database. */
const queries = '/^(selectFrom|insertInto|updateTable|deleteFrom|executeQuery)$/';

/** What would stay on a connection after its transaction, where a pooler hands it to somebody else. */
const session =
  '/^\\s*(set\\s+(?!local\\b)\\w|listen\\b|unlisten\\b|prepare\\b|create\\s+(local\\s+|global\\s+)?temp)|pg_(try_)?advisory_(un)?lock|set_config\\([^)]*false/i';
const inSession =
  'Nothing is kept on a connection between transactions: no session SET, LISTEN, session lock, temporary table or prepared statement.';
const bareTransaction = {
  selector:
    'CallExpression[callee.property.name=/^(transaction|startTransaction|connection)$/][arguments.length=0]',
  message:
    'Call transaction of db/transaction.ts, which says what became of it and repeats it where that is safe.',
};
const transactions = [
  bareTransaction,
  {
    selector: `:matches(TaggedTemplateExpression[tag.name="sql"], CallExpression[callee.object.name="sql"]) :matches(Literal[value=${session}], TemplateElement[value.raw=${session}])`,
    message: inSession,
  },
  {
    selector: 'ImportDeclaration[source.value="pg"]',
    message: 'Only server/src/db speaks to PostgreSQL without Kysely.',
  },
];
const bareSql = {
  selector: 'CallExpression[callee.property.name="execute"][arguments.0.name=/^(db|tx)$/]',
  message:
    'Raw SQL is run by read or write of db/raw-sql.ts, so that a read never waits for a write on SQLite.',
};

const environment =
  'Only server/src/config.ts reads the environment: add the setting there and pass its value to where it is needed.';
const calls =
  'Only web/src/api/request.ts talks to the server: request(route, input), or the query options beside it.';
const dialogs = 'Blocks the page and can be neither styled nor tested: use the dialogs of web/src/ui.';
const html = "A way in for other people's scripts: render text and elements instead.";

const outside =
  'Only server/src/net opens connections to the outside, so that each is guarded: call request of net/request.ts, or add there what is missing.';
/** What opens a connection. Anybody may listen, parse addresses and name types. */
const connecting = [
  ...['node:http', 'node:https', 'node:http2', 'node:tls', 'node:dgram', 'node:net'].map((name) => ({
    name,
    allowImportNames: ['BlockList', 'STATUS_CODES', 'createServer', 'isIP', 'isIPv4', 'isIPv6'],
    allowTypeImports: true,
    message: outside,
  })),
  ...['node:dns', 'node:dns/promises', 'undici'].map((name) => ({ name, message: outside })),
];
const building = ['kysely', 'pg', 'node:sqlite'].map((name) => ({
  name,
  message:
    "SQL is built in a feature's *.entity.ts or *.service.ts (or its stats, choices, form-data, outdated) or in server/src/db, records and the rooms above it.",
}));

export default defineConfig(
  globalIgnores(['**/node_modules', '**/dist', '**/dist-*', 'data', 'examples', 'test-results']),
  tseslint.configs.recommended,
  {
    plugins: { regexp },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      // A pattern must take linear time on any text, wherever in it the pattern is tried first.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    // The rules that need types take most of the time of the check, so they look at what is shipped.
    files: ['{contract,server,web}/src/**'],
    ignores: tests,
    extends: [tseslint.configs.recommendedTypeCheckedOnly],
    // Two programs: one for each package would check the types of the contract three times.
    languageOptions: {
      parserOptions: {
        project: ['tsconfig.json', 'web/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
      '@typescript-eslint/only-throw-error': [
        'error',
        {
          allow: [{ from: 'package', package: '@tanstack/router-core', name: ['Redirect', 'NotFoundError'] }],
        },
      ],
      '@typescript-eslint/require-await': 'off', // a handler is async by its type, whether it waits or not
      '@typescript-eslint/unbound-method': 'off', // Kysely, React Query and others hand out functions to take apart
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
    },
  },
  {
    // Elsewhere a promise that nobody waits for is found by the names of what tests wait for.
    files: ['{contract,server,web}/src/**/*.test.{ts,tsx}', '{server/test,e2e}/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', { selector: unawaited, message: 'Nobody waits for this: await it.' }],
    },
  },
  {
    files: ['contract/src/**'],
    ignores: ['**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              regex: '^(?!zod$|\\.)',
              message:
                'The contract runs in the browser and on the server: it imports zod and its own files alone.',
            },
          ],
        },
      ],
      'no-restricted-globals': ['error', { name: 'process', message: environment }],
    },
  },
  {
    files: ['server/src/**'],
    ignores: ['server/src/config.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: environment }],
    },
  },
  {
    files: ['server/src/**'],
    ignores: ['server/src/net/**', '**/*.test.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', ...connecting],
      'no-restricted-globals': [
        'error',
        ...['fetch', 'WebSocket', 'EventSource'].map((name) => ({ name, message: outside })),
      ],
    },
  },
  {
    files: ['server/src/net/**'],
    ignores: ['**/*.test.ts'],
    rules: { '@typescript-eslint/no-restricted-imports': ['error', ...building] },
  },
  {
    files: ['server/src/**'],
    ignores: ['server/src/db/**', '**/*.test.ts'],
    rules: { 'no-restricted-syntax': ['error', ...transactions, bareSql] },
  },
  {
    files: ['server/src/db/**'],
    ignores: ['server/src/db/{raw-sql,transaction}.ts', 'server/src/db/migrations/**'],
    rules: { 'no-restricted-syntax': ['error', bareTransaction, bareSql] },
  },
  {
    files: ['server/src/**'],
    ignores: [
      'server/src/{db,records,expiry,deliveries,alerts,secrets,jobs,access,mail,ops,net}/**',
      'server/src/features/**/*.{entity,service,repository,stats,choices,form-data,outdated,account,address,totp,passkeys,identities,members,invitations,deletion,seen,work,lists,views,store,reading,pieces,mappings,picks,apply,change,holders,made,recipients,trial,acknowledge,renewing,renewed,test}.ts',
    ],
    rules: {
      '@typescript-eslint/no-restricted-imports': ['error', ...connecting, ...building],
      'no-restricted-syntax': [
        'error',
        ...transactions,
        {
          selector: `CallExpression[callee.property.name=${queries}]`,
          message:
            "Queries belong in the feature's *.entity.ts or *.service.ts (or its stats, choices, form-data, outdated), with the owner first.",
        },
      ],
    },
  },
  {
    files: ['web/src/**'],
    extends: [reactHooks.configs.flat.recommended],
    rules: {
      'react-hooks/incompatible-library': 'off', // warns about what the React compiler would skip; it is not in use
      'no-restricted-syntax': [
        'error',
        { selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]', message: html },
        { selector: 'Property[key.name="dangerouslySetInnerHTML"]', message: html },
      ],
      'no-restricted-properties': [
        'error',
        ...['window', 'globalThis'].flatMap((object) => [
          { object, property: 'fetch', message: calls },
          ...['alert', 'confirm', 'prompt'].map((property) => ({ object, property, message: dialogs })),
        ]),
      ],
    },
  },
  {
    files: ['web/src/**'],
    ignores: ['web/src/api/request.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['fetch', 'XMLHttpRequest'].map((name) => ({ name, message: calls })),
        ...['alert', 'confirm', 'prompt'].map((name) => ({ name, message: dialogs })),
      ],
    },
  },
);
