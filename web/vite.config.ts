import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type Plugin, defineConfig } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes each text beside itself, compressed as far as it goes: the server need not do it for every request. */
const compressed: Plugin = {
  name: 'compressed',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const texts = Object.values(bundle).filter(({ fileName }) => /\.(js|css|html|svg)$/.test(fileName));
    await Promise.all(
      texts.map(async (file) => {
        const path = join(dir, file.fileName);
        const text = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        const size = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        await writeFile(`${path}.br`, await brotli(text, { params: size }));
        await writeFile(`${path}.gz`, await zip(text, { level: constants.Z_BEST_COMPRESSION }));
      }),
    );
  },
};

/** What forms are made of: their fields, and the libraries below them. */
const ofForms =
  /web[/]src[/]form[/]|-form[.]tsx$|react-hook-form|@base-ui[/]react[/](combobox|dialog|floating-ui)/;

/** Runs start.ts as soon as it is there, before the rest of the code, which imports it too. */
const startFirst: Plugin = {
  name: 'start-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === 'chunk' && file.name === 'start')
        .map(({ fileName }) => ({
          tag: 'script',
          attrs: { type: 'module', crossorigin: true, src: `/${fileName}` },
          injectTo: 'head-prepend',
        })),
  },
};

export default defineConfig({
  plugins: [react(), tailwindcss(), startFirst, compressed],
  server: { proxy: { '/api': 'http://localhost:4000' } },
  build: {
    // The first with light-dark().
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The content security policy allows no data: scripts or fonts.
    assetsInlineLimit: (path) => path.endsWith('.svg'),
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: ['index.html', 'src/app/start.ts'],
      output: {
        // Compiled as it comes, while nobody waits for it, not function by function as the form opens.
        postBanner: ({ moduleIds }) =>
          moduleIds.some((id) => ofForms.test(id)) ? '//# allFunctionsCalledOnLoad' : '',
        // Few files: on a slow line each request counts more than its size.
        codeSplitting: {
          groups: [
            // For what start.ts asks with; all else that many pages share can wait.
            {
              name: 'data',
              test: /node_modules[/](react|@tanstack[/](query-core|react-query))[/]|contract[/]src[/](.*[.]routes[.]ts|api[/](areas|errors|etag|filters|route))|web[/]src[/](api|records[/](url|list-query)|app[/]search-params)|preload-helper/,
              minShareCount: 2,
            },
            {
              name: 'core',
              test: /node_modules[/]@tanstack|contract[/]src[/](catalog|rules)/,
              minShareCount: 6,
            },
            // For what a form is checked by, never for what a page shows.
            { name: 'schemas', test: /node_modules[/]zod|contract[/]src/, minShareCount: 2 },
            {
              name: 'list',
              test: /node_modules[/]lucide-react|web[/]src[/](api|list|records|ui)[/](?!.*dialog-)/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
});
