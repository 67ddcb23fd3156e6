import assert from 'node:assert/strict';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, test } from 'vitest';
import { account, useAccountForm } from '../testing/email-accounts.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { renderAppHook } from '../testing/render-app-hook.tsx';

const creating = () => renderAppHook(() => useAccountForm());
const changing = () => renderAppHook(() => useAccountForm(account));

describe('useRecordForm', () => {
  test('creates a record from what was filled in', async () => {
    const sent = fakeServer(() => ({ emailAccount: account }));
    const { result } = await creating();
    act(() => result.current.set({ email: ' ops@example.com ', password: 'secret' }));
    await act(() => result.current.submit());
    await waitFor(() => assert.equal(result.current.saved?.id, account.id));
    const [{ method, path, body } = {}] = sent;
    assert.deepEqual([method, path], ['POST', '/emails']);
    assert.deepEqual(body, { email: 'ops@example.com', password: 'secret' });
    await screen.findByText('Email account created');
  });

  test('saves once, however often it is submitted meanwhile', async () => {
    const sent = fakeServer(() => ({ emailAccount: account }));
    const { result } = await creating();
    act(() => result.current.set({ email: 'ops@example.com', password: 'secret' }));
    await act(async () => {
      await Promise.all([result.current.submit(), result.current.submit()]);
    });
    await waitFor(() => assert.equal(result.current.saved?.id, account.id));
    assert.equal(sent.filter(({ method }) => method === 'POST').length, 1);
  });

  test('shows what is wrong and sends nothing', async () => {
    const sent = fakeServer(() => null);
    const { result } = await creating();
    act(() => result.current.set({ email: 'nobody', password: 'secret' }));
    await act(() => result.current.submit());
    assert.deepEqual(result.current.errors, { email: 'Invalid email format' });
    assert.equal(result.current.attempts, 1);
    act(() => result.current.set({ email: 'ops@example.com' }));
    assert.deepEqual(result.current.errors, {});
    assert.equal(sent.length, 0);
  });

  test('sends only what changed, for the version that was seen; what was emptied as null', async () => {
    const sent = fakeServer(() => ({ emailAccount: account }));
    const { result } = await changing();
    act(() => result.current.set({ comment: '' }));
    await act(() => result.current.submit());
    const [{ method, path, body, ifMatch } = {}] = sent;
    assert.deepEqual([method, path], ['PUT', `/emails/${account.id}`]);
    assert.deepEqual(body, { comment: null });
    assert.ok(ifMatch);
  });

  test('closes without a request when nothing changed', async () => {
    const sent = fakeServer(() => null);
    const { result } = await changing();
    await act(() => result.current.submit());
    assert.equal(result.current.saved, account);
    assert.equal(sent.length, 0);
  });

  test('shows messages of the server at their fields, and others as the problem', async () => {
    const fields = { email: 'This email already exists', workspace: 'Is full' };
    fakeServer(() => refusal(409, 'CONFLICT', 'Conflict', { fields }));
    const { result } = await changing();
    act(() => result.current.set({ email: 'other@example.com' }));
    await act(() => result.current.submit());
    assert.deepEqual(result.current.errors, { email: 'This email already exists' });
    assert.equal(result.current.problem, 'Is full');
    assert.equal(result.current.saved, undefined);
  });
});
