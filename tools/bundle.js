// Bundles the server with all its dependencies into the folder given as argument, which becomes dist. The bundle starts
// in half the time of the sources, and runs below node_modules, where Node does not strip types.
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { load, main, root } from './setup.js';

const dist = join(root, 'dist');
const [folder] = process.argv.slice(2);
const swagger = 'swagger-ui-dist/package.json';
const shown = ['swagger-ui-bundle.js', 'swagger-ui.css'];

const locate = (file, workspace) => createRequire(join(root, workspace, 'package.json')).resolve(file);

/** Matches the paths of thread scripts, which are entries below, and all other paths relative to a module. */
const paths = /new URL\(["']\.\/([\w-]+)\.ts["'], import\.meta\.url\)|import\.meta\.url/g;

/** Rewrites the paths of files that modules look up beside their source, so that dist finds them too. */
const inPlace = {
  name: 'in-place',
  transform(code, id) {
    if (!id.startsWith(join(root, 'server'))) return undefined;
    const place = relative(dist, id).split(sep).join('/');
    const assets = relative(dirname(id), join(dist, 'swagger-ui/package.json')).split(sep).join('/');
    return code
      .replace(paths, (_, thread) =>
        thread ? `new URL('./${thread}.js', import.meta.url)` : `new URL('${place}', import.meta.url).href`,
      )
      .replace(swagger, assets);
  },
};

await main(async () => {
  const { build } = load('vite', 'web');
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [inPlace],
    ssr: { noExternal: true },
    // npm nests a copy of ajv in each of its three users, because another version is at the top.
    resolve: {
      alias: [
        {
          find: /^ajv(?=$|\/)/,
          replacement: dirname(locate('ajv/package.json', 'node_modules/fast-json-stringify')),
        },
      ],
    },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: {
          main: 'server/src/main.ts',
          cli: 'server/src/cli.ts',
          'sqlite-worker': 'server/src/db/engines/sqlite-worker.ts',
          'sheet-worker': 'server/src/sheets/sheet-worker.ts',
        },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          // A single character beyond Latin-1 makes V8 store the whole source with two bytes per character.
          charset: 'ascii',
          comments: false,
        },
      },
    },
  });
  // Vite collects the licences of scripts only, so copy the fonts' licence.
  cpSync(locate('@fontsource-variable/geist/LICENSE', 'web'), join(folder, 'fonts-license.txt'));
  const assets = dirname(locate(swagger, 'server'));
  for (const file of ['package.json', 'LICENSE', 'NOTICE', ...shown, `${shown[0]}.LICENSE.txt`])
    cpSync(join(assets, file), join(folder, 'swagger-ui', file));
});
