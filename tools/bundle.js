// Bundles the server with all that it imports into a folder, the argument, which becomes dist: it starts in half the
// time of the sources, and runs below node_modules, where Node strips no types.
import { cpSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { load, main, root } from './setup.js';

const dist = join(root, 'dist');
const [folder] = process.argv.slice(2);
const swagger = 'swagger-ui-dist/package.json';
const shown = ['swagger-ui-bundle.js', 'swagger-ui.css'];

const locate = (file, workspace) => createRequire(join(root, workspace, 'package.json')).resolve(file);

/** What a module finds beside its source it finds from dist as well: the interface, the version, the API's page. */
const inPlace = {
  name: 'in-place',
  transform(code, id) {
    if (!id.startsWith(join(root, 'server'))) return undefined;
    const place = relative(dist, id).split(sep).join('/');
    const assets = relative(dirname(id), join(dist, 'swagger-ui/package.json')).split(sep).join('/');
    return code
      .replaceAll('import.meta.url', `new URL('${place}', import.meta.url).href`)
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
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      copyPublicDir: false,
      target: 'node24',
      minify: false,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: { main: 'server/src/main.ts', cli: 'server/src/cli.ts' },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          // One character beyond Latin-1, and V8 keeps the whole text at two bytes for each.
          charset: 'ascii',
          comments: false,
        },
      },
    },
  });
  // The fonts' licence goes with them; Vite collects those of scripts alone.
  cpSync(locate('@fontsource-variable/geist/LICENSE', 'web'), join(folder, 'fonts-license.txt'));
  const assets = dirname(locate(swagger, 'server'));
  for (const file of ['package.json', 'LICENSE', 'NOTICE', ...shown, `${shown[0]}.LICENSE.txt`])
    cpSync(join(assets, file), join(folder, 'swagger-ui', file));
});
