// Generates the OpenAPI document and the table of limits from the contract. `--check` compares instead.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { limitTexts } from '@quartermaster/contract/rules/limit-texts';
import Fastify from 'fastify';
import { routes } from './app.ts';
import type { Authenticate } from './access/caller.ts';
import { readConfig } from './config.ts';
import { newApi } from './http/implement.ts';
import { openApi } from './http/openapi.ts';
import { SystemKeys } from './secrets/system-keys.ts';
import type { Services } from './services.ts';

const pathOf = (name: string): string => fileURLToPath(new URL(`../../docs/${name}`, import.meta.url));

// Routes are registered but never called, so they need no services.
const fastify = Fastify();
const api = newApi(fastify, {} as Authenticate);
routes({ api, config: readConfig({}) } as unknown as Services, new SystemKeys());

const operating = readFileSync(pathOf('operating.md'), 'utf8');
const all = { ...limits, ...serverLimits };
/** Pads cells as the formatter does, so that the result passes its check. */
function limitTable(): string {
  const rows = Object.entries(limitTexts).map(([name, [what, unit]]) => {
    const digits = all[name as keyof typeof all].toLocaleString('en').replaceAll(',', ' ');
    return [what, `${digits} ${unit}`];
  });
  const cells = [['what', 'at most'], ...rows] as [string, string][];
  const widths = [0, 1].map((at) => Math.max(...cells.map((row) => row[at]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  return [lines[0], rule, ...lines.slice(1)].join('\n');
}

const documents = {
  'openapi.json': `${JSON.stringify(openApi(api.endpoints), null, 2)}\n`,
  'operating.md': operating.replace(
    /(?<=<!-- limits -->\n\n)[^]*?(?=\n\n<!-- end of limits -->)/,
    limitTable,
  ),
};
for (const [name, document] of Object.entries(documents))
  if (!process.argv.includes('--check')) writeFileSync(pathOf(name), document);
  else if (readFileSync(pathOf(name), 'utf8') !== document) {
    process.stderr.write(`docs/${name} is not what the contract says; run: npm run openapi\n`);
    process.exitCode = 1;
  }
