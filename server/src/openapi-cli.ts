import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';
import { routes } from './app.ts';
import { readConfig } from './config.ts';
import { openApi } from './http/openapi.ts';
import type { Services } from './services.ts';

const file = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

// The routes are registered and never called, so that nothing behind them is needed.
const fastify = Fastify();
const api = { fastify, endpoints: [], authenticate: () => Promise.reject(new Error('not served')) };
routes({ api, config: readConfig({}) } as unknown as Services, new Uint8Array(), {} as never);

const document = `${JSON.stringify(openApi(api.endpoints), null, 2)}\n`;
if (!process.argv.includes('--check')) writeFileSync(file, document);
else if (readFileSync(file, 'utf8') !== document) {
  process.stderr.write('docs/openapi.json is not what the contract says; run: npm run openapi\n');
  process.exit(1);
}
