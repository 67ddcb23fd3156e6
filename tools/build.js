// Builds the interface and the server, unless they are up to date with their sources.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Stop, bin, files, install, root, run } from './setup.js';

const shared = ['contract/src', 'package-lock.json'];
const notSources = /^(node_modules|dist|dist-\d+)$|\.test\.tsx?$/;

/** Installs and builds what is missing, and returns the path of the Node to use. */
export async function prepare() {
  const node = await install();
  await buildWeb(node);
  await buildServer(node);
  return node;
}

/** The web app, in web/dist. */
export const buildWeb = (node) =>
  build('the web app', 'web/dist', [...shared, 'web', 'docs', 'package.json'], (folder) => {
    const args = [bin('vite', 'web'), 'build', '--outDir', folder, '--emptyOutDir'];
    return run(node, args, { cwd: join(root, 'web'), env: production() });
  });

/** The server as plain JavaScript with all its dependencies, in dist. */
export const buildServer = (node) =>
  build('the server', 'dist', [...shared, 'server/src', 'server/package.json', 'tools/bundle.js'], (folder) =>
    run(node, ['tools/bundle.js', folder], { env: production() }),
  );

/** Without NODE_ENV, which could make Vite build a development bundle. */
function production() {
  const env = { ...process.env };
  delete env.NODE_ENV;
  return env;
}

async function build(what, path, sources, make) {
  const folder = join(root, path);
  const inputs = hashOf(sources);
  const isBuilt = () => {
    const file = join(folder, '.inputs');
    return existsSync(file) && readFileSync(file, 'utf8') === inputs;
  };
  if (isBuilt()) return;
  console.log(`Building ${what} …`);
  // Build beside it and move it when complete: another start may be reading or building the same folder.
  const made = `${folder}-${process.pid}`;
  try {
    const { code, output } = await make(made);
    if (code !== 0) throw new Stop(`${output}\nBuilding ${what} failed; see the output above.`);
    writeFileSync(join(made, '.inputs'), inputs);
    if (isBuilt()) return;
    rmSync(folder, { recursive: true, force: true });
    renameSync(made, folder);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Hashes content, since file dates mean nothing after a checkout. */
function hashOf(sources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((path) => files(join(root, path), notSources))) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}
