import { client } from '@quartermaster/contract/api/client';
import { useMutation } from '@tanstack/react-query';
import { messageOf } from '../../api/error.ts';
import { newRequestKey } from '../../api/request-key.ts';
import { request } from '../../api/request.ts';
import { toast } from '../../ui/toaster.tsx';
import { reportUndone } from './undo.ts';

/** Restores a deleted record; `name` is what a refusal calls it. */
export const useRestore = ({ id, name }: { id: string; name: string }) =>
  useMutation({
    mutationFn: async () => {
      const body = { ids: [id], key: newRequestKey() };
      const answer = await request(client.trash.restore, { body });
      const [refused] = answer.refused;
      if (refused) toast({ title: `${name}: ${refused.message}`, type: 'error' });
      else await reportUndone('Restored', answer);
    },
    onError: (error) => toast({ title: messageOf(error, 'Failed to restore'), type: 'error' }),
  });
