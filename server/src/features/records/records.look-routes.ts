import type { domain } from '@quartermaster/contract/entities/domains/domains.schema';
import type { server } from '@quartermaster/contract/entities/servers/servers.schema';
import type { LookKind, LookedUpArea } from '@quartermaster/contract/lookups/lookups.routes';
import { asSender } from '../../access/current.ts';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/schema.ts';
import { looksOf, lookNow } from '../../expiry/lookups/look-now.ts';
import { shownFacts } from '../../expiry/lookups/shown-facts.ts';
import { orDeleted } from '../../records/history/or-deleted.ts';
import type { RecordTable } from '../../records/list/record-table.ts';
import { type Api, implement } from '../../http/implement.ts';

/** What is known of the records of an area, and having it looked up now. */
export function lookRoutes(
  { api, db, config }: { api: Api; db: Db; config: Pick<Config, 'looksUp' | 'whoisServers'> },
  area: LookedUpArea,
  { facts, look }: Pick<typeof domain | typeof server, 'facts' | 'look'>,
  { name, owned }: RecordTable,
): void {
  implement(api, facts, ({ params: { id }, caller: { owner } }) =>
    orDeleted(db, owner, name, id, async () =>
      shownFacts({ db, config }, owner.id, area, await owned.find(db, owner, id)),
    ),
  );
  implement(api, look, ({ params: { id }, body: { kinds }, caller: sender }) =>
    orDeleted(db, sender.owner, name, id, () =>
      asSender(db, sender, async (tx, { owner }) => {
        const row = await owned.find(tx, owner, id);
        const looks = await looksOf(tx, config, owner.id, area, [row], kinds);
        const subjects = looks.get(row.id) ?? [];
        await lookNow(tx, owner.id, subjects);
        return { queued: [...new Set(subjects.map(({ kind }): LookKind => kind))] };
      }),
    ),
  );
}
