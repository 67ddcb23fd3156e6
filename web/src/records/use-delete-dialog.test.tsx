import assert from 'node:assert/strict';
import { client } from '@quartermaster/contract/api/client';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, test } from 'vitest';
import { account, changedAccount } from '../testing/email-accounts.ts';
import { type Sent, fakeServer, refusal } from '../testing/fake-server.ts';
import { renderAppHook } from '../testing/render-app-hook.tsx';
import { recordQuery } from './list-query.ts';
import { useDeleteDialog } from './use-delete-dialog.tsx';

const record = { id: account.id, name: account.email, detail: null };

/** Opens the dialog that deletes an account; `remove` answers its request. */
async function asking(remove: (sent: Sent) => unknown) {
  const outcomes: string[] = [];
  const sent = fakeServer((request) => {
    if (request.path.endsWith('/relations')) return { area: 'emails', record, groups: [] };
    if (request.path.endsWith('/impact')) return { roots: [record], nodes: [], counts: [], truncated: false };
    return request.method === 'DELETE' ? remove(request) : { emailAccount: changedAccount };
  });
  const { result, client: cache } = await renderAppHook(
    () =>
      useDeleteDialog(client.emails, {
        question: ({ email }) => `Delete ${email}?`,
        onDeleted: ({ email }) => outcomes.push(`deleted ${email}`),
        onError: (title, error) => error !== undefined && outcomes.push(title),
      }),
    '/emails',
    ({ dialog }) => dialog,
  );
  act(() => result.current.ask(account));
  await screen.findByText(`Delete ${account.email}?`);
  const shown = recordQuery(client.emails, account.id).queryKey;
  cache.setQueryData(shown, account);
  const isKept = () => !cache.getQueryState(shown)?.isInvalidated;
  return { outcomes, isKept, deletions: () => sent.filter(({ method }) => method === 'DELETE') };
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('useDeleteDialog', () => {
  test('deletes nothing before it is confirmed', async () => {
    const { deletions } = await asking(() => null);
    press('Cancel');
    await waitFor(() => assert.equal(screen.queryByRole('button', { name: 'Delete' }), null));
    assert.equal(deletions().length, 0);
  });

  test('deletes the version that was seen, and says so', async () => {
    const { outcomes, deletions, isKept } = await asking(() => null);
    press('Delete');
    await screen.findByText('Email account deleted');
    await waitFor(() => assert.ok(!isKept(), 'the record is not shown from the cache'));
    assert.deepEqual(outcomes, [`deleted ${account.email}`]);
    assert.equal(deletions()[0]?.path, `/emails/${account.id}`);
    assert.ok(deletions()[0]?.ifMatch);
  });

  test('passes a refusal on', async () => {
    const { outcomes } = await asking(() => refusal(409, 'CONFLICT', 'In use'));
    press('Delete');
    await waitFor(() => assert.deepEqual(outcomes, ['Failed to delete email account']));
  });

  test('asks again about a record that was changed meanwhile, and then deletes that version', async () => {
    let first: string | null | undefined;
    const { outcomes, deletions } = await asking(({ ifMatch }) => {
      first ??= ifMatch;
      return ifMatch === first ? refusal(412, 'PRECONDITION_FAILED', 'Changed') : null;
    });
    press('Delete');
    await screen.findByText(/was changed meanwhile/);
    assert.deepEqual(outcomes, []);
    press('Delete');
    await waitFor(() => assert.deepEqual(outcomes, [`deleted ${account.email}`]));
    assert.notEqual(deletions()[0]?.ifMatch, deletions()[1]?.ifMatch);
  });
});
