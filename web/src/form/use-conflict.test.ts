import assert from 'node:assert/strict';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, test } from 'vitest';
import { account, changedAccount, useAccountForm } from '../testing/email-accounts.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { renderAppHook } from '../testing/render-app-hook.tsx';

/** A form whose first save is refused because another person has saved; `now` is what that person saved. */
async function overtaken(typed: { comment: string }, now = changedAccount) {
  let version: string | null;
  const sent = fakeServer(({ method, ifMatch }) => {
    if (method === 'GET') return { emailAccount: now };
    version ??= ifMatch;
    return ifMatch === version ? refusal(412, 'PRECONDITION_FAILED', 'Changed') : { emailAccount: now };
  });
  const rendered = await renderAppHook(() => useAccountForm(account));
  act(() => rendered.result.current.set(typed));
  await act(() => rendered.result.current.submit());
  return { ...rendered, sent };
}

const elsewhere = { ...changedAccount, comment: 'Theirs' };

describe('useConflict', () => {
  test('saves over what another changed in other fields, and asks nothing', async () => {
    const { result, sent } = await overtaken({ comment: 'Mine' });
    await waitFor(() => assert.equal(result.current.saved?.updatedAt, changedAccount.updatedAt));
    const [first, last] = sent.filter(({ method }) => method === 'PUT');
    assert.deepEqual(last?.body, { comment: 'Mine' });
    assert.notEqual(last?.ifMatch, first?.ifMatch);
    assert.equal(result.current.conflict, undefined);
  });

  test('asks about a field that both changed, shows the others as they are, and saves nothing unasked', async () => {
    const { result, sent } = await overtaken({ comment: 'Mine' }, elsewhere);
    await waitFor(() => assert.equal(result.current.conflict?.is, 'contested'));
    const { loginUrl, comment } = result.current.values;
    assert.deepEqual([loginUrl, comment], ['https://mail.example.com', 'Mine']);
    const { now, yours } = result.current.contested['comment'] ?? {};
    assert.deepEqual([now, yours], [{ comment: 'Theirs' }, { comment: 'Mine' }]);
    await act(() => result.current.submit());
    assert.equal(sent.filter(({ method }) => method === 'PUT').length, 1);
    assert.equal(result.current.problem, undefined);
  });

  test('keeps mine or takes theirs, field by field', async () => {
    const { result, sent } = await overtaken({ comment: 'Mine' }, elsewhere);
    await waitFor(() => assert.ok(result.current.contested['comment']));
    act(() => result.current.contested['comment']?.take());
    assert.equal(result.current.values.comment, 'Theirs');
    assert.equal(result.current.conflict, undefined);
    act(() => result.current.set({ comment: 'Both' }));
    await act(() => result.current.submit());
    assert.deepEqual(sent.at(-1)?.body, { comment: 'Both' });
  });

  test('offers to create anew what was deleted meanwhile', async () => {
    const sent = fakeServer(({ method }) =>
      method === 'POST' ? { emailAccount: account } : refusal(404, 'NOT_FOUND', 'Gone'),
    );
    const { result } = await renderAppHook(() => useAccountForm(account));
    act(() => result.current.set({ comment: 'Mine' }));
    await act(() => result.current.submit());
    const { conflict } = result.current;
    assert.equal(conflict?.is, 'deleted');
    act(() => (conflict?.is === 'deleted' ? conflict.createAnew() : undefined));
    await screen.findByText('Email account created');
    assert.deepEqual(sent.at(-1)?.body, { email: account.email, password: 'secret', comment: 'Mine' });
  });
});
