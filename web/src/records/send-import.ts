import type { Area } from '@quartermaster/contract/api/areas';
import { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { ApiError } from '../api/error.ts';
import { type Output, request } from '../api/request.ts';

/** A file, or a text with a name. */
export type ImportSource = { area: Area } & ({ file: File } | { text: string; name: string });

/** A large file takes its time over a slow line, and to be read. */
const timeoutMs = 300_000;

export async function sendImport(source: ImportSource): Promise<Output<typeof client.imports.create>> {
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
