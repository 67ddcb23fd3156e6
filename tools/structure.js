// Checks the source tree: where files go, what they are called and how long they may be.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { files, root } from './setup.js';

const roles = ['entity', 'routes', 'service', 'test'];
const nameless = /(^|[-.])(utils?|helpers?|common|misc)$|^index$/;
const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const longest = { source: 250, test: 400 };
const problems = [];

const report = (path, message) => problems.push(`${path}\n  ${message}`);
const foldersIn = (path) =>
  existsSync(join(root, path))
    ? readdirSync(join(root, path), { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : [];
const filesIn = (path) =>
  files(join(root, path), /^(node_modules|dist)$/).map((file) => relative(root, file).split(sep).join('/'));
const stem = (path) => basename(path).replace(/\.(test\.)?[a-z]+$/, '');

function checkNameAndLength(path) {
  if (nameless.test(stem(path))) {
    report(path, 'This name does not describe the content. Name the file after the one thing that it does.');
  }
  if (/^(contract\/src\/catalog|server\/src\/db\/migrations|server\/test\/samples)\//.test(path)) return; // Data, and history.
  const test = /\.test\.tsx?$/.test(path) || /^(server\/test|e2e|prove)\//.test(path);
  const limit = test ? longest.test : longest.source;
  const lines = readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length;
  if (lines > limit)
    report(
      path,
      `${lines} lines; a file of more than ${limit} lines does too much. Split it by responsibility.`,
    );
}

function checkTestName(path) {
  const isRun = path.endsWith('.test.ts') || (path.startsWith('web/src/') && path.endsWith('.test.tsx'));
  if (/\.(test|spec)\.[a-z]+$/.test(path) && !isRun)
    report(path, 'Not run: a test file ends in .test.ts, or .test.tsx in web/src, where Vitest runs it.');
}

function checkServerFeature(name) {
  const folder = `server/src/features/${name}`;
  for (const path of filesIn(folder)) {
    const [feature, part, ...rest] = path.slice(folder.length + 1).split('.');
    const ending = rest.join('.');
    if (feature === name && kebab.test(part) && (ending === 'ts' || ending === 'test.ts')) continue;
    report(
      path,
      `A server feature is one flat folder of ${roles.map((role) => `${name}.${role}.ts`).join(', ')} and named ` +
        `parts, ${name}.<part>.ts, each with its .test.ts. What several features need goes to a shared folder.`,
    );
  }
}

function checkWebFeature(name) {
  const folder = `web/src/features/${name}`;
  const found = filesIn(folder);
  for (const path of found) {
    if (path.slice(folder.length + 1).includes('/')) report(path, 'A web feature is one flat folder.');
    if (!kebab.test(stem(path))) report(path, 'Files are named in kebab-case: server-row-menu.tsx.');
  }
  if (!found.some((path) => path.endsWith('-page.tsx'))) {
    report(
      folder,
      `A web feature shows a page: ${name}-page.tsx, which reads top to bottom like its screen.`,
    );
  }
}

/** Checks that every kind of record has its files on every side. */
function checkEntity(name) {
  const web = `web/src/features/${name}`;
  needs(
    `contract/src/entities/${name}/${name}.routes.ts`,
    'How an entity is called is known without its schemas, which no page should have to load.',
  );
  needs(
    `server/test/fixtures/${name}.ts`,
    'The conformance suite tests every entity with the records given here.',
  );
  needs(
    `web/src/records/entries/${name}.ts`,
    'The link, the icon and the command of every entity come from here.',
  );
  needs(`${web}/${name}-page.tsx`, 'Every entity has a page.');
  needs(`${web}/${name}-columns.tsx`, 'The columns are written once, for the table and for the CSV file.');
  if (!filesIn(web).some((path) => path.endsWith('-form.tsx'))) {
    report(
      `${web}/<one>-form.tsx`,
      'Missing. Every entity has a form, named after one record: domain-form.tsx.',
    );
  }
}

/** Checks that a file named after an entity belongs to one. */
function checkNamedAfterEntity(path) {
  if (!existsSync(join(root, 'contract/src/entities', stem(path))))
    report(path, 'Never read: there is no entity of this name in contract/src/entities.');
}

/** Checks that an exported type has a name of its own within its package. */
function checkTypeNames(workspace) {
  const seen = new Map();
  for (const path of filesIn(`${workspace}/src`).filter((file) => /(?<!\.test)\.tsx?$/.test(file))) {
    const source = readFileSync(join(root, path), 'utf8');
    for (const [, name] of source.matchAll(/^export (?:interface|type|class) (\w+)/gm)) {
      if (seen.has(name))
        report(path, `${name} is also a type of ${seen.get(name)}. Name what sets it apart.`);
      seen.set(name, path);
    }
  }
}

function needs(path, why) {
  if (!existsSync(join(root, path))) report(path, `Missing. ${why}`);
}

for (const folder of ['contract', 'server', 'web', 'e2e', 'prove', 'tools', 'bin']) {
  for (const path of filesIn(folder).filter((file) => /\.(ts|tsx|js|jsx|mts|cjs)$/.test(file))) {
    checkNameAndLength(path);
    checkTestName(path);
  }
}
['contract', 'server', 'web'].forEach(checkTypeNames);
for (const { name } of foldersIn('server/src/features')) checkServerFeature(name);
for (const { name } of foldersIn('web/src/features')) checkWebFeature(name);
for (const { name } of foldersIn('contract/src/entities')) checkEntity(name);
for (const folder of ['web/src/records/entries', 'server/test/fixtures'])
  filesIn(folder)
    .filter((path) => stem(path) !== 'all')
    .forEach(checkNamedAfterEntity);

if (problems.length > 0) {
  console.log(problems.join('\n'));
  process.exitCode = 1;
}
