import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
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

const iconNames = /export \{([^}]+)\} from '\.\/(icons\/[^']+)'/g;
const importedIcons = /import\s*\{([^}]+)\}\s*from\s*["']lucide-react["']/g;
const namesIn = (list: string) =>
  list.split(',').map((each) => each.trim().replace(/^default as | as .*$/g, ''));

/** The module of each icon by its names, as the library's list of all has them. */
const iconModules = (listing: string, folder: string) =>
  new Map(
    [...listing.matchAll(iconNames)].flatMap(([, names = '', path = '']) =>
      namesIn(names).map((name) => [name, join(folder, path)] as const),
    ),
  );

/**
 * What a module imports, directly or not, without what it loads later; known once the build has read all modules. Of the
 * icons only those that are imported by name: their list exports all.
 */
const importsOf = (entry: string) => {
  const found = new Set<string>();
  const plugin: Plugin = {
    name: `imports-of-${entry}`,
    apply: 'build',
    async buildEnd() {
      const { id: icons = '' } = (await this.resolve('lucide-react', import.meta.filename)) ?? {};
      const modules = iconModules(this.getModuleInfo(icons)?.code ?? '', dirname(icons));
      const add = (id: string) => {
        if (found.has(id)) return;
        found.add(id);
        const { importedIds = [], code = '' } = this.getModuleInfo(id) ?? {};
        for (const imported of importedIds) if (imported !== icons) add(imported);
        for (const [, names = ''] of (code ?? '').matchAll(importedIcons))
          for (const name of namesIn(names)) add(modules.get(name) ?? icons);
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
/** What stands around all pages. */
const frame = importsOf('src/main.tsx');

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

const isIcon = (id: string) => id.includes('/lucide-react/');
const isOfList = (id: string) => list.has(id) || (isIcon(id) && frame.has(id));
/** What comes with a library, but only later pages use: several queries at once. */
const isForPages = (id: string) => /query-core.*\/queriesObserver|react-query.*\/useQueries/.test(id);

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
    frame.plugin,
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
        // Three files instead of many small ones, which compress worse and which the first script would have to list.
        codeSplitting: {
          groups: [
            { name: 'data', test: (id) => start.has(id) && !isForPages(id), minShareCount: 2 },
            { name: 'list', test: (id) => isOfList(id) && !isForPages(id), minShareCount: 2 },
            { name: 'icons', test: isIcon, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
