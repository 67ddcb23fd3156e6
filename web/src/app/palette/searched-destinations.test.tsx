import assert from 'node:assert/strict';
import { test, vi } from 'vitest';
import { isOpenTo } from '../../api/rights.ts';
import { accountSections } from '../../features/account/account-sections.ts';
import { settingsSections } from '../../features/settings/settings-sections.ts';
import { pages } from '../pages.ts';
import { nearnessOf } from './matches-words.ts';
import { searchedDestinations as destinations } from './searched-destinations.ts';

const found = (typed: string) => destinations.filter((each) => nearnessOf(each, typed) !== null);
const namesOf = (typed: string) =>
  found(typed).map(({ within, label }) => (within === undefined ? label : `${within}: ${label}`));

// jsdom has none, and the header asks for the theme.
vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }));
const { router } = await import('../routes.tsx');

test('every page of signed-in people is found by its title', () => {
  const paths = Object.values(router.routesById)
    .filter(({ id, fullPath }) => id.startsWith('/signed-in/') && !fullPath.includes('$'))
    .map(({ fullPath }) => fullPath);
  assert.ok(paths.length >= 18, 'the routes are walked');
  for (const path of paths) {
    const title = pages.get(path)?.title ?? '';
    assert.notEqual(title, '', `${path} has a title`);
    const isFound = found(title).some(({ to, search }) => to === path && search === undefined);
    assert.ok(isFound, `${path} is found by '${title}'`);
  }
});

test('every section of settings and account is found by its title', () => {
  for (const [to, sections] of [
    ['/settings', settingsSections],
    ['/account', accountSections],
  ] as const)
    for (const { id, label } of sections)
      assert.ok(
        found(label).some((each) => each.to === to && each.search?.section === id),
        `${label} in ${to}`,
      );
});

test('pages and sections are found by other usual words', () => {
  for (const [typed, name] of [
    ['tags', 'Settings: Tags'],
    ['audit', 'Settings: Audit'],
    ['calendar', 'Account: Notifications'],
    ['token', 'Account: Tokens'],
    ['token', 'Settings: Tokens'],
    ['undo', 'History'],
    ['changes', 'History'],
    ['export', 'Domains'],
    ['docs', 'Documentation'],
    ['members', 'Settings: Members'],
    ['users', 'Settings: Accounts'],
    ['jobs', 'Settings: Jobs'],
    ['map', 'Map'],
    ['bin', 'Trash'],
    ['secrets', 'Settings: Secret log'],
    ['webhook', 'Settings: Channels'],
    ['reminders', 'Settings: Rules'],
    ['whois', 'Settings: Checks'],
    ['time zone', 'Settings: Quiet hours'],
    ['2fa', 'Account: Security'],
    ['csv', 'Import'],
    ['mailbox', 'Email Accounts'],
    ['registrar', 'Registrator Accounts'],
    ['costs', 'Expirations: Costs'],
    ['budget', 'Expirations: Costs'],
  ] as const)
    assert.ok(namesOf(typed).includes(name), `${typed}: ${namesOf(typed).join(', ')}`);
});

test('destinations are open by rights', () => {
  const ofViewer = { role: 'VIEWER', secrets: false } as never;
  const open = destinations.filter(({ needs }) =>
    isOpenTo(needs, { rights: ofViewer, isAdministrator: false }),
  );
  const names = open.map(({ label }) => label);
  for (const hidden of ['History', 'Trash', 'Import', 'Settings', 'Members', 'Jobs'])
    assert.ok(!names.includes(hidden), hidden);
  for (const shown of ['Domains', 'Alerts', 'Map', 'Account', 'Documentation'])
    assert.ok(names.includes(shown), shown);
});
