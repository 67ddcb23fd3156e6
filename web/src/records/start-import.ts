import type { Area } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ApiError } from '../api/error.ts';
import { entityKey } from '../api/queries.ts';
import { type Output, request } from '../api/request.ts';

/** A file, or a text with a name. */
export type ImportSource = { area: Area } & ({ file: File } | { text: string; name: string });

/** A large file takes its time over a slow line, and to be read. */
const timeoutMs = 300_000;

async function send(source: ImportSource): Promise<Output<typeof client.imports.create>> {
  const { create } = client.imports;
  if ('text' in source) return request(create, { body: source, timeoutMs });
  const { area, file } = source;
  if (file.size > limits.importFile) {
    const mb = limits.importFile / 1024 / 1024;
    throw new ApiError(`A file may have at most ${mb} MB`, 413, 'PAYLOAD_TOO_LARGE');
  }
  const name = file.name.slice(-limits.fileName);
  return request(create, { query: { area, name }, file, timeoutMs });
}

/** Has the server read a file or a text, and opens the import that comes of it. */
export function useStartImport(onError: (error: unknown) => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ import: { id } }) => {
      void queries.invalidateQueries({ queryKey: entityKey(client.imports.list.path) });
      return navigate({ to: '/import', search: { id } });
    },
    onError,
  });
}

/** How a file input filters; the server recognises a file by what is in it. */
export const importedTypes = '.csv,.tsv,.txt,.xlsx,.json,.config';
