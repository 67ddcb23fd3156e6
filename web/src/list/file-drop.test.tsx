import assert from 'node:assert/strict';
import { client } from '@quartermaster/contract/api/client';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import { test } from 'vitest';
import { fakeServer } from '../testing/fake-server.ts';
import { renderAppHook } from '../testing/render-app-hook.tsx';
import { FileDrop } from './file-drop.tsx';

/** Drops a file on an element; returns whether the browser would open it in place of the page. */
function opensInstead(place: Element): boolean {
  const dataTransfer = { types: ['Files'], files: [new File(['a'], 'a.csv'), new File(['b'], 'b.csv')] };
  return (['dragOver', 'drop'] as const).some((type) => {
    const event = createEvent[type](place, { dataTransfer });
    fireEvent(place, event);
    return !event.defaultPrevented;
  });
}

test('a file on the list never leaves the page; a form above it takes its own', async () => {
  fakeServer(() => ({ workspaces: [] }));
  await renderAppHook(
    () => null,
    '/emails',
    () => (
      <FileDrop entity={client.emails} report={() => undefined}>
        <p>rows</p>
        <form aria-label="form" />
      </FileDrop>
    ),
  );
  assert.ok(!opensInstead(screen.getByText('rows')));
  assert.ok(opensInstead(screen.getByRole('form')));
});
