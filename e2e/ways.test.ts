import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startHarness } from './harness.ts';
import { mailbox, portfolio } from './portfolio-steps.ts';

const { open, operator, url } = await startHarness();

const errorPage = 'This page could not be shown';

test('every kind of page is left for every other one without an error', async () => {
  const someone = await operator();
  const ids = await portfolio(someone);
  // The path of each kind of page, and its title.
  const pages = Object.entries({
    '/': 'Dashboard',
    '/domains': 'Domains',
    '/hostings': 'Hosting Accounts',
    [`/domains/${ids.domains}`]: 'shop.example',
    [`/emails/${ids.emails}?tab=connections`]: mailbox,
    '/expirations': 'Expirations',
    '/alerts': 'Alerts',
    '/mismatches': 'Differences',
    '/map': 'Map',
    '/import': 'Import',
    '/history': 'History',
    '/trash': 'Trash',
    '/docs': 'Documentation',
    '/account': 'Account',
    '/settings': 'Settings',
  });
  const page = await open('/', {
    as: someone,
    // The error page may be there for one commit only.
    prepare: (opened) =>
      opened.addInitScript((words) => {
        const report = (records: MutationRecord[]) => {
          const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
          if (added.some((node) => node.textContent?.includes(words)))
            console.error(`the error page was mounted on the way to ${location.pathname}`);
        };
        new MutationObserver(report).observe(document, { childList: true, subtree: true });
      }, errorPage),
  });
  const go = async ([path, title]: [string, string]) => {
    // As a link does it; few pages have links to all others.
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    assert.equal(page.url(), `${url}${path}`);
  };
  for (const [at, from] of pages.entries()) {
    await go(from);
    for (const to of pages.slice(at + 1)) {
      await go(to);
      await go(from);
    }
  }
});
