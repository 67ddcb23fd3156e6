import assert from 'node:assert/strict';
import { render } from '@testing-library/react';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { createElement } from 'react';
import { describe, test } from 'vitest';
import { account, useAccountForm } from '../testing/email-accounts.ts';
import { fakeServer } from '../testing/fake-server.ts';
import { renderAppHook } from '../testing/render-app-hook.tsx';
import { Toaster } from '../ui/toaster.tsx';

const notSaved = 'Your changes were not saved';

describe('useDraft', () => {
  test('offers what was typed when a form is left, and restores it in the next one', async () => {
    const left = await renderAppHook(() => useAccountForm(account), '/emails?form=1');
    act(() => left.result.current.set({ comment: 'Half a senten' }));
    left.unmount();
    render(createElement(Toaster));
    await screen.findByText(notSaved);
    fireEvent.click(screen.getByRole('button', { name: 'Restore draft' }));
    const { result } = await renderAppHook(() => useAccountForm(account), '/emails?form=1');
    await waitFor(() => assert.equal(result.current.values.comment, 'Half a senten'));
  });

  test('keeps drafts of other records out', async () => {
    const left = await renderAppHook(() => useAccountForm(account));
    act(() => left.result.current.set({ comment: 'Of the first' }));
    left.unmount();
    render(createElement(Toaster));
    fireEvent.click((await screen.findAllByRole('button', { name: 'Restore draft' }))[0] as HTMLElement);
    const { result } = await renderAppHook(() => useAccountForm());
    assert.equal(result.current.values.comment, '');
  });

  test('says nothing of a form without changes, or one that was saved', async () => {
    fakeServer(() => ({ emailAccount: account }));
    const untouched = await renderAppHook(() => useAccountForm(account));
    untouched.unmount();
    const saved = await renderAppHook(() => useAccountForm(account));
    act(() => saved.result.current.set({ comment: 'Done' }));
    await act(() => saved.result.current.submit());
    await screen.findByText('Email account updated');
    saved.unmount();
    render(createElement(Toaster));
    assert.equal(screen.queryByText(notSaved), null);
  });
});
