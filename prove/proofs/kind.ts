import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Proof } from '../proof.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const workspaces = ['contract', 'server', 'web', 'e2e', 'prove', 'bench'];
/** The new files that CONTRIBUTING.md names, each with .txt behind its name. */
const newFiles = fileURLToPath(new URL('../made-up-kind', import.meta.url));

/** A line for each place that CONTRIBUTING.md says to edit, after one that stands there. */
const edits: readonly (readonly [path: string, above: string, line: string])[] = [
  [
    'contract/src/entities/kinds.ts',
    `import { servers } from './servers/servers.routes.ts';`,
    `import { sslVendors } from './ssl-vendors/ssl-vendors.routes.ts';`,
  ],
  ['contract/src/entities/kinds.ts', '  registratorTypes,', '  sslVendors,'],
  [
    'contract/src/entities/all.ts',
    `import { server } from './servers/servers.schema.ts';`,
    `import { sslVendor } from './ssl-vendors/ssl-vendors.schema.ts';`,
  ],
  ['contract/src/entities/all.ts', '  domains: domain,', '  sslVendors: sslVendor,'],
  [
    'server/src/db/migrate.ts',
    `import { transaction } from './transaction.ts';`,
    `import { up as sslVendors } from './migrations/9999-ssl-vendors.ts';`,
  ],
  ['server/src/db/migrate.ts', '  otherSpellings,', '  sslVendors,'],
];

const suites = [
  ...['bulk-actions', 'columns', 'crud', 'export-columns', 'exports', 'facets', 'ids-filter', 'import-names'],
  ...['limits', 'marks', 'permissions', 'relations', 'scope', 'secrets', 'versions'],
].map((name) => `server/test/${name}.conformance.test.ts`);

/** Packages are those of the project, workspaces those of the copy. */
function linkPackages(copy: string): void {
  for (const folder of ['', ...workspaces].map((name) => join(name, 'node_modules'))) {
    if (!fs.existsSync(join(root, folder))) continue;
    fs.mkdirSync(join(copy, folder));
    for (const name of fs.readdirSync(join(root, folder)))
      if (name === '@quartermaster')
        fs.cpSync(join(root, folder, name), join(copy, folder, name), {
          recursive: true,
          verbatimSymlinks: true,
        });
      else fs.symlinkSync(join(root, folder, name), join(copy, folder, name));
  }
}

function copyProject(copy: string): void {
  for (const name of [...workspaces, 'tools', 'docs'])
    fs.cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist)$/.test(path),
    });
  for (const name of fs.readdirSync(root))
    if (fs.statSync(join(root, name)).isFile()) fs.copyFileSync(join(root, name), join(copy, name));
  linkPackages(copy);
}

/** Returns the new files and how many lines they have. */
function addKind(copy: string): { files: string[]; lines: number } {
  const files = fs
    .readdirSync(newFiles, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.txt'));
  let lines = 0;
  for (const path of files) {
    const target = join(copy, path.slice(0, -'.txt'.length));
    fs.mkdirSync(dirname(target), { recursive: true });
    const text = fs.readFileSync(join(newFiles, path), 'utf8');
    lines += text.trimEnd().split('\n').length;
    fs.writeFileSync(target, text);
  }
  for (const [path, above, line] of edits) {
    const text = fs.readFileSync(join(copy, path), 'utf8');
    assert.ok(text.includes(`${above}\n`), `${path} has no line ${above}`);
    fs.writeFileSync(
      join(copy, path),
      text.replace(`${above}\n`, () => `${above}\n${line}\n`),
    );
  }
  return { files, lines };
}

function run(copy: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, TEST_ENGINE: 'sqlite', NODE_NO_WARNINGS: '1' },
  });
  assert.equal(status, 0, `${args.join(' ')}\n${stdout.slice(-4000)}${stderr.slice(-4000)}`);
  return stdout;
}

export const kind: Proof = {
  name: 'kind',
  promise:
    'A kind of record added by the guide alone fits the types and the structure, is in the API, and passes every suite that is generated from the contract.',
  seconds: 900,
  quick: false,
  run: async ({ directory }) => {
    const copy = await directory();
    copyProject(copy);
    const { files, lines } = addKind(copy);
    const compiler = 'node_modules/typescript-7/bin/tsc';
    run(copy, compiler, '-p', '.', '--singleThreaded');
    run(copy, compiler, '-p', 'web', '--singleThreaded');
    run(copy, 'tools/structure.js');
    run(copy, 'server/src/openapi-cli.ts');
    assert.match(fs.readFileSync(join(copy, 'docs/openapi.json'), 'utf8'), /"\/ssl-vendors\/\{id\}"/);
    const output = run(copy, '--test', '--test-reporter=tap', '--test-name-pattern=ssl-vendors', ...suites);
    const passed = /^# pass (\d+)$/m.exec(output)?.[1];
    assert.ok(Number(passed) > 0, 'no test of the kind ran');
    assert.match(output, /^# fail 0$/m);
    return `${files.length} new files with ${lines} lines, ${edits.length} lines in edited ones; ${passed} tests passed`;
  },
};
