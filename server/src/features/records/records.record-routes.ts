import { impactCsv } from '@quartermaster/contract/api/impact-csv';
import type { Owner } from '../../access/owner.ts';
import type { Db } from '../../db/schema.ts';
import { inChunks } from '../../lib/paced.ts';
import { areaOfTable } from '../../records/kinds/entities.ts';
import { forgetSecret } from '../../records/history/forget-record.ts';
import { orDeleted } from '../../records/history/or-deleted.ts';
import { recordHistory } from '../../records/history/record-history.ts';
import { impactOf } from '../../records/impact.ts';
import type { RecordTable } from '../../records/list/record-table.ts';
import { tableAnswer } from './records.export-file.ts';
import { type Api, implement } from '../../http/implement.ts';

const rowsAtOnce = 500;

/** What is told of one record beside its fields. */
export function recordRoutes(api: Api, db: Db, table: RecordTable): void {
  const { entity, name } = table;
  const impact = (owner: Owner, params: unknown) => {
    const { id } = params as { id: string };
    return orDeleted(db, owner, name, id, () => impactOf(db, owner, [{ area: areaOfTable(name), id }]));
  };
  implement(api, entity.history, ({ params, query, caller }) =>
    recordHistory(db, caller.owner, name, params.id, query.cursor),
  );
  implement(api, entity.forget, ({ params, body, caller }) =>
    forgetSecret(db, caller, table, params.id, body.field),
  );
  implement(api, entity.impact, ({ params, caller }) => impact(caller.owner, params));
  implement(api, entity.impactExport, async ({ params, query, caller, reply }) => {
    const { nodes } = await impact(caller.owner, params);
    const { download } = entity.impactExport;
    return tableAnswer(reply, download, query.format, impactCsv, inChunks(nodes, rowsAtOnce));
  });
}
