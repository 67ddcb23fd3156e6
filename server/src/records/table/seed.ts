import { popularRegistrators } from '@quartermaster/contract/catalog/registrators';
import { v7 as uuid } from 'uuid';
import { nextTime } from '../../lib/clock.ts';
import { changeRevision } from './revision.ts';
import { searchText } from './search.ts';
import { textKeysOf } from './text-keys.ts';
import { type Db, globalOwner } from '../../db/schema.ts';
import { transaction } from '../../db/transaction.ts';

/** Creates the owner of global registrator types and, once, the well-known registrars. */
export async function seedGlobals(db: Db): Promise<void> {
  const known = await db
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', globalOwner)
    .executeTakeFirst();
  if (known) return;
  await transaction(db, async (tx) => {
    const added = await tx
      .insertInto('workspaces')
      .values({ id: globalOwner, createdAt: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    if (added.length === 0) return;
    const now = nextTime();
    const rows = popularRegistrators.map(({ name, websiteUrl, hasApi, apiFields }) => ({
      ownerId: globalOwner,
      userId: null,
      id: uuid(),
      name,
      nameKey: name.toLowerCase(),
      websiteUrl,
      hasApi: hasApi ? (1 as const) : (0 as const),
      apiFields: JSON.stringify(apiFields),
      readableSecrets: 0 as const,
      searchText: searchText('registrator_types', { name, websiteUrl }, []),
      ...textKeysOf('registrator_types', { name, websiteUrl }),
      createdAt: now,
      updatedAt: now,
    }));
    await tx.insertInto('registrator_types').values(rows).execute();
    await changeRevision(tx, globalOwner);
  });
}
