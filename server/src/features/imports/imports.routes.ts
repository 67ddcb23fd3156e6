import { imports } from '@quartermaster/contract/imports/imports.schema';
import { invalid } from '../../lib/errors.ts';
import { fileAnswer, implement } from '../../http/implement.ts';
import type { Services } from '../../services.ts';
import { importAnswer } from './imports.answer.ts';
import { applyImport } from './imports.apply.ts';
import { rowsLeftBehind } from './imports.errors.ts';
import { openImport } from './imports.opening.ts';
import { pageOfRows, updateRow } from './imports.rows.ts';
import { type File, createImport, listImports, removeImport, updateImport } from './imports.service.ts';

type Sent = { area?: File['area'] | undefined; name?: string | undefined; text?: string | undefined };

/** The file of a request: its body, or the text in its JSON. */
function fileIn(query: Sent, body: Sent, sent: unknown): File {
  const area = query.area ?? body.area;
  if (area === undefined) throw invalid({ area: 'Area is required' });
  const name = query.name ?? body.name ?? '';
  const bytes = Buffer.isBuffer(sent) ? sent : Buffer.from(body.text ?? '');
  if (bytes.length === 0) throw invalid({ file: 'There is nothing to import: the file is empty' });
  return { area, name: name === '' ? 'Pasted text' : name, bytes };
}

export function importRoutes(services: Services): void {
  const { api, db } = services;
  const { create, list, get, update, rows, updateRow: row, errors, apply, remove } = imports;
  implement(api, create, async ({ caller, query, body, request }) => ({
    import: await createImport(db, caller, request.raw.socket, fileIn(query, body, request.body)),
  }));
  implement(api, list, async ({ caller }) => ({ imports: await listImports(db, caller) }));
  implement(api, get, async ({ caller, params }) => {
    const found = await openImport(db, caller, params.id);
    return { import: importAnswer(found.row, found.details) };
  });
  implement(api, update, async ({ caller, params, body, request }) => ({
    import: await updateImport(db, caller, request.raw.socket, params.id, body),
  }));
  implement(api, rows, ({ caller, params, query }) => pageOfRows(db, caller, params.id, query));
  implement(api, row, ({ caller, params, body, request }) =>
    updateRow(db, caller, request.raw.socket, params, body),
  );
  implement(api, errors, async ({ caller, params, reply }) =>
    fileAnswer(reply, errors.download, await rowsLeftBehind(db, caller, params.id)),
  );
  implement(api, apply, async ({ caller, params, body, reply }) => {
    const { answer, isDone } = await applyImport(services, caller, params.id, body.key);
    if (!isDone) void reply.status(202);
    if (answer.batchId !== null) void reply.header('x-batch-id', answer.batchId);
    return answer;
  });
  implement(api, remove, ({ caller, params }) => removeImport(db, caller, params.id));
}
