// Runs with --all: a picture of every page.
// Compares the shell and a list with the reference pictures in e2e/pictures. After an intended change:
// UPDATE_PICTURES=1 npm test -- e2e/look
import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Domain, domain as domainEntity } from '@quartermaster/contract/entities/domains/domains.schema';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { type Theme, phone, startHarness } from './harness.ts';

const { open, operator } = await startHarness();

const references = fileURLToPath(new URL('pictures/', import.meta.url));
/** Share of all pixels: versions of Chromium render the edges of letters slightly differently. */
const tolerance = 0.001;
const now = '2026-01-15T10:00:00Z';

const record = (index: number, changed: Partial<Domain>): Partial<Domain> => ({
  id: `01a00000-0000-7000-8000-00000000000${index}`,
  createdAt: '2025-12-24T09:30:00Z',
  updatedAt: '2025-12-24T09:30:00Z',
  registratorAccountId: 'a',
  registratorAccount: {
    id: 'a',
    registratorType: { id: 't', name: 'Porkbun' },
    emailAccount: { id: 'e', email: 'ops@example.com' },
  },
  serverId: null,
  server: null,
  cdnAccountId: null,
  cdnAccount: null,
  expirationDate: null,
  status: 'ACTIVE',
  tags: [],
  comment: null,
  ...changed,
});

const server = { id: 's', name: 'web-01', ip: '192.0.2.10' };
const rows = [
  { domain: 'amberquay.example', expirationDate: '2027-03-01T00:00:00Z', serverId: 's', server },
  { domain: 'northpier.example', status: 'EXPIRED', expirationDate: '2026-01-05T00:00:00Z' },
  { domain: 'velmora.example', status: 'EXPIRING', expirationDate: '2026-01-17T00:00:00Z' },
  { domain: 'tidewick.example', status: 'EXPIRING', expirationDate: '2026-01-21T00:00:00Z' },
  { domain: 'larkfield.example', status: 'EXPIRING', expirationDate: '2026-01-28T00:00:00Z' },
  {
    domain: 'copperglen.example',
    status: 'BLOCKED',
    tags: [
      { type: 'client', value: 'copperglen' },
      { type: 'env', value: 'production' },
      { type: 'priority', value: 'high' },
    ],
  },
  { domain: 'xn--ksekontor-v2a.example', status: 'TRANSFERRED', comment: 'Went to the client' },
] satisfies (Partial<Domain> & Pick<Domain, 'domain'>)[];

const stats: (typeof domainEntity.stats)['data']['_output']['stats'] = {
  totalDomains: 7,
  activeDomains: 1,
  expiringDomains: 3,
  expiredDomains: 1,
  domainsByStatus: [],
  domainsByRegistrator: [],
  domainsByServer: [],
  domainsByCdn: [],
  tagsByType: [],
  expirationCalendar: [],
};

/** Fixed answers at a fixed time. */
async function freeze(page: Page): Promise<void> {
  await page.clock.setFixedTime(now);
  const answer = (path: RegExp, data: unknown) =>
    page.route(path, (route) => route.fulfill({ json: { data } }));
  const list = rows.map((row, index) => record(index, row));
  await answer(/\/api\/domains\?/, {
    [domainEntity.listKey]: list,
    pagination: { page: 1, limit: 500, total: list.length, totalPages: 1 },
  });
  await answer(/\/api\/domains\/stats/, { stats });
}

async function compare(page: Page, name: string): Promise<void> {
  const file = `${references}${name}.png`;
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
  if (process.env.UPDATE_PICTURES) {
    await mkdir(references, { recursive: true });
    await writeFile(file, picture);
    return;
  }
  const [wanted, found] = [PNG.sync.read(await readFile(file)), PNG.sync.read(picture)];
  const { width, height } = wanted;
  assert.deepEqual([found.width, found.height], [width, height]);
  const difference = new PNG({ width, height });
  const pixels = pixelmatch(wanted.data, found.data, difference.data, width, height, { threshold: 0.2 });
  if (pixels <= width * height * tolerance) return;
  await mkdir('test-results', { recursive: true });
  await writeFile(`test-results/${name}.png`, picture);
  await writeFile(`test-results/${name}-difference.png`, PNG.sync.write(difference));
  assert.fail(`${name}: ${pixels} pixels differ; see test-results/${name}-difference.png`);
}

const wide = { width: 1440, height: 660 };
const looks: [name: string, viewport: typeof phone, theme: Theme][] = [
  ['domains-light', wide, 'light'],
  ['domains-dark', wide, 'dark'],
  ['domains-phone', phone, 'light'],
];

describe('look', () => {
  for (const [name, viewport, theme] of looks)
    test(name, async () => {
      const as = await operator(`${name}@example.com`);
      const page = await open('/domains', { as, viewport, theme, prepare: freeze });
      await page.locator('[data-row]').last().waitFor();
      await page.getByText('Domain Expiration Alert').waitFor();
      await page.evaluate(() => document.fonts.ready);
      await compare(page, name);
    });
});
