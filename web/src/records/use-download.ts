import type { Route } from '@quartermaster/contract/api/route';
import { useMutation } from '@tanstack/react-query';
import { type DownloadInput, download } from '../api/download.ts';
import { messageOf } from '../api/error.ts';
import type { In, Query } from '../api/request.ts';
import { toast } from '../ui/toaster.tsx';

/** Saves a file from the server, possibly with more in the query. A failure is told in a toast. */
export const useDownload = <C extends Route>(route: C, input: DownloadInput<C>, failure = 'Export failed') =>
  useMutation({
    mutationFn: async (more: Query<In<C, 'query'>> | void) => {
      // Loaded on demand, to keep it off the way to the first row.
      const { saveFile } = await import('../ui/save-file.ts');
      const { name, blob } = await download(
        route,
        more ? { ...input, query: { ...input.query, ...more } } : input,
      );
      saveFile(name, blob);
    },
    onError: (error) => toast({ title: messageOf(error, failure), type: 'error' }),
  });
