import assert from 'node:assert/strict';
import { kinds } from '@quartermaster/contract/entities/kinds';
import { test } from 'vitest';
import { busyText, doneText, refusedText } from './bulk-text.ts';

const { domains } = kinds;
const result = (changed: number, unchanged = 0, refused = 0) => ({
  changed,
  unchanged,
  refused,
  refusals: [],
});
const tag = { type: 'env', value: 'prod' };

test('results are counted, with a singular for one', () => {
  assert.equal(doneText({ action: 'addTag', tag }, domains, result(12)), 'Tag added to 12 domains');
  assert.equal(doneText({ action: 'removeTag', tag }, domains, result(1)), 'Tag removed from 1 domain');
  assert.equal(doneText({ action: 'delete' }, domains, result(1200)), '1,200 domains deleted');
});

test('records that needed no change are mentioned', () => {
  assert.equal(
    doneText({ action: 'addTag', tag }, domains, result(2, 3)),
    'Tag added to 2 domains, 3 had it already',
  );
  assert.equal(
    doneText({ action: 'setStatus', status: 'BLOCKED' }, domains, result(2, 1)),
    'Set the status of 2 domains, 1 had it already',
  );
});

test('refusals and running actions have their own texts', () => {
  assert.equal(refusedText({ action: 'delete' }, domains, result(0, 0, 3)), '3 domains not deleted');
  assert.equal(refusedText({ action: 'addTag', tag }, domains, result(0, 0, 1)), '1 domain not changed');
  assert.equal(busyText({ action: 'delete' }, domains, 2), 'Deleting 2 domains...');
});

test('set fields are named by their labels', () => {
  const set = { action: 'set', fields: { registratorAccountId: 'x', cdnAccountId: 'y' } } as const;
  assert.equal(busyText(set, domains, 2), 'Setting the registrator account and CDN account of 2 domains...');
  const isActive = { action: 'set', fields: { isActive: true } } as const;
  assert.equal(doneText(isActive, kinds.proxies, result(1)), 'Set the status of 1 proxy');
});

test('records that got another server or account were moved', () => {
  const move = (id: string | null) => ({ action: 'set', fields: { serverId: id } }) as const;
  assert.equal(doneText(move('x'), domains, result(40), 'web-03'), 'Moved 40 domains to web-03');
  assert.equal(
    doneText(move('x'), domains, result(1, 2), 'web-03'),
    'Moved 1 domain to web-03, 2 already so',
  );
  assert.equal(doneText(move(null), domains, result(40)), 'Cleared the server of 40 domains');
  const proxied = { action: 'set', fields: { proxyId: 'x' } } as const;
  assert.equal(
    doneText(proxied, kinds.hostings, result(2), 'exit-1'),
    'Set the proxy of 2 hosting accounts to exit-1',
  );
});
