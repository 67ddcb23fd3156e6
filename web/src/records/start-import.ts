import { client } from '@quartermaster/contract/api/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { entityKey } from '../api/queries.ts';
import type { ImportSource } from './send-import.ts';

/** Has the server read a file or a text, and opens the import that comes of it. */
export function useStartImport(onError: (error: unknown) => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (source: ImportSource) => (await import('./send-import.ts')).sendImport(source),
    onSuccess: ({ import: { id } }) => {
      void queries.invalidateQueries({ queryKey: entityKey(client.imports.list.path) });
      return navigate({ to: '/import', search: { id } });
    },
    onError,
  });
}

/** How a file input filters; the server recognises a file by what is in it. */
export const importedTypes = '.csv,.tsv,.txt,.xlsx,.json,.config';
