import assert from 'node:assert/strict';
import { act, waitFor } from '@testing-library/react';
import { describe, test } from 'vitest';
import { account, changedAccount, useAccountForm } from '../testing/email-accounts.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { renderAppHook } from '../testing/render-app-hook.tsx';

/** A form whose first save was refused, since another person saved before. */
async function inConflict() {
  let version: string | null;
  const sent = fakeServer(({ method, ifMatch }) => {
    if (method === 'GET') return { emailAccount: changedAccount };
    version ??= ifMatch;
    return ifMatch === version
      ? refusal(412, 'PRECONDITION_FAILED', 'Changed')
      : { emailAccount: changedAccount };
  });
  const rendered = await renderAppHook(() => useAccountForm(account));
  act(() => rendered.result.current.set({ comment: 'Mine' }));
  await act(() => rendered.result.current.submit());
  const conflict = () => rendered.result.current.conflict;
  await waitFor(() => assert.equal(conflict()?.is, 'met'));
  return { ...rendered, sent, conflict };
}

describe('useConflict', () => {
  test('keeps what was typed, and saves nothing unasked', async () => {
    const { result, sent } = await inConflict();
    assert.equal(result.current.values.comment, 'Mine');
    assert.equal(result.current.problem, undefined);
    assert.equal(sent.length, 1);
  });

  test('saves what was typed over the latest version when asked to', async () => {
    const { result, sent, conflict } = await inConflict();
    const met = conflict();
    act(() => (met?.is === 'met' ? met.saveAnyway() : undefined));
    await waitFor(() => assert.equal(result.current.saved?.updatedAt, changedAccount.updatedAt));
    const last = sent.at(-1);
    assert.equal(last?.method, 'PUT');
    assert.equal((last?.body as { comment: string }).comment, 'Mine');
    assert.notEqual(last?.ifMatch, sent[0]?.ifMatch);
    assert.equal(conflict(), undefined);
  });

  test('shows the latest, and puts what was typed over it again', async () => {
    const { result, conflict } = await inConflict();
    const met = conflict();
    act(() => (met?.is === 'met' ? met.loadLatest() : undefined));
    await waitFor(() => assert.equal(conflict()?.is, 'loaded'));
    const { loginUrl, comment } = result.current.values;
    assert.deepEqual([loginUrl, comment], ['https://mail.example.com', 'First']);
    const loaded = conflict();
    assert.deepEqual(loaded?.is === 'loaded' && loaded.typed, ['comment']);
    act(() => (loaded?.is === 'loaded' ? loaded.restore() : undefined));
    assert.deepEqual(
      [result.current.values.loginUrl, result.current.values.comment],
      ['https://mail.example.com', 'Mine'],
    );
  });
});
