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

export default defineConfig({
  plugins: [react(), tailwindcss(), compressed],
  server: { proxy: { '/api': 'http://localhost:4000' } },
  build: {
    // The first with light-dark().
    target: ['chrome123', 'edge123', 'firefox121', 'safari17.5'],
    modulePreload: { polyfill: false },
    // The content security policy allows no data: scripts or fonts.
    assetsInlineLimit: 0,
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      output: {
        // Few files: on a slow line each request counts more than its size.
        codeSplitting: {
          groups: [
            {
              name: 'core',
              test: /node_modules[/]@tanstack|contract[/]src[/](calls|catalog|rules|lib[/](areas|credentials|errors|etag))/,
              minShareCount: 6,
            },
            // For what a form is checked by, never for what a page shows.
            { name: 'schemas', test: /node_modules[/]zod|contract[/]src/, minShareCount: 2 },
            {
              name: 'list',
              test: /node_modules[/]lucide-react|web[/]src[/](api|list|ui)[/](?!.*dialog-)/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
  },
});
