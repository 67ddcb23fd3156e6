import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { type Plugin, minify } from 'vite';
import { defineConfig } from 'vitest/config';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Writes a compressed copy beside each text file, so that the server need not compress it for every request. */
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

/** Minifies this public file, which Vite would copy unchanged although every page waits for it. */
const smallTheme: Plugin = {
  name: 'small-theme',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    const path = join(dir, 'theme.js');
    const { code } = await minify(path, await readFile(path, 'utf8'));
    await writeFile(path, code);
  },
};

/** What a module imports, directly or not, without what it loads later; known once the build has read all modules. */
const importsOf = (entry: string) => {
  const found = new Set<string>();
  const plugin: Plugin = {
    name: `imports-of-${entry}`,
    apply: 'build',
    buildEnd() {
      const add = (id: string) => {
        if (found.has(id)) return;
        found.add(id);
        for (const imported of this.getModuleInfo(id)?.importedIds ?? []) add(imported);
      };
      add(join(import.meta.dirname, entry));
    },
  };
  return { plugin, has: (id: string) => found.has(id) };
};

/** It asks for the list, and must not wait for the pages. */
const start = importsOf('src/app/start.ts');
/** Any list page would do: none imports a form, dialog or picker up front, whose libraries would come along. */
const list = importsOf('src/features/domains/domains-page.tsx');

/** Runs start.ts as soon as it has loaded, before the rest of the code, which imports it too. */
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

const tests = ['src/**/*.test.{ts,tsx}'];
const domTests = ['src/**/use-*.test.ts', 'src/**/*.test.tsx'];

/**
 * Moves the styles after the first look of the page, which is painted before they arrive; scripts still wait for them.
 */
const stylesLate: Plugin = {
  name: 'styles-late',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const [link = ''] = /<link rel="stylesheet" crossorigin[^>]*>/.exec(html) ?? [];
      return html.replace(link, '').replace('</body>', `${link}\n  </body>`);
    },
  },
};

export default defineConfig({
  plugins: [
    start.plugin,
    list.plugin,
    react(),
    tailwindcss(),
    startFirst,
    stylesLate,
    smallTheme,
    compressed,
  ],
  test: {
    projects: [
      // Pure functions need no document; hooks and components get their own, which takes a second for each file.
      { extends: true, test: { name: 'functions', include: tests, exclude: domTests, isolate: false } },
      {
        extends: true,
        test: {
          name: 'hooks and components',
          include: domTests,
          environment: 'jsdom',
          setupFiles: 'src/testing/setup.ts',
        },
      },
    ],
  },
  server: {
    proxy: {
      // Keeps the browser's Host, which the server compares with its Origin.
      '/api': { target: `http://localhost:${process.env.PORT ?? '4000'}`, changeOrigin: false },
    },
  },
  build: {
    // The first version with light-dark().
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The content security policy forbids data: URLs for scripts and fonts.
    assetsInlineLimit: (path) => path.endsWith('.svg'),
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: ['index.html', 'src/app/start.ts'],
      output: {
        // Two files instead of twenty small ones, which compress worse and which the first script would have to list.
        codeSplitting: {
          groups: [
            { name: 'data', test: start.has, minShareCount: 2 },
            { name: 'list', test: list.has, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
