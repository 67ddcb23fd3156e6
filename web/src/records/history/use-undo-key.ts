import { client } from '@quartermaster/contract/api/client';
import { useEffect } from 'react';
import { messageOf } from '../../api/error.ts';
import { request } from '../../api/request.ts';
import { useMay } from '../../api/rights.ts';
import { useSession } from '../../api/session.ts';
import { toast } from '../../ui/toaster.tsx';
import { isDialogOpen, typesText } from '../../ui/use-hotkeys.ts';
import { askUndo } from './undo-asked.ts';

/** Asks to undo the person's own last act. */
async function askLast(actorId: string): Promise<void> {
  try {
    const { batches } = await request(client.history.list, { query: { actorId } });
    const last = batches.find(({ undoneBy, state }) => undoneBy === null && state === 'done');
    if (last) askUndo(last.id);
    else toast({ title: 'There is nothing of yours to undo', type: 'info' });
  } catch (error) {
    toast({ title: messageOf(error, 'Failed to load the history'), type: 'error' });
  }
}

/** Ctrl or Cmd with Z outside of fields, forms and dialogs. */
export function useUndoKey(): void {
  const { status } = useSession();
  const mayWrite = useMay('write');
  const actorId = status.is === 'authenticated' ? status.user.id : '';
  useEffect(() => {
    if (!mayWrite || actorId === '') return undefined;
    const pressed = (event: KeyboardEvent) => {
      const { key, target } = event;
      if (key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
      if (event.shiftKey || event.altKey || event.defaultPrevented) return;
      // Fields have an undo of their own, and a dialog asks about something else.
      if (isDialogOpen() || (target instanceof Element && target.closest(`${typesText}, form`))) return;
      event.preventDefault();
      void askLast(actorId);
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [mayWrite, actorId]);
}
