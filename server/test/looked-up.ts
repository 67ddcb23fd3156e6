import type { CheckState, FactField, LookKind } from '@quartermaster/contract/lookups/lookups.routes';
import { refreshShown } from '../src/expiry/shown.ts';
import { writeCheck } from '../src/expiry/lookups/checks.ts';
import { type FactValue, writeFacts } from '../src/expiry/lookups/facts.ts';
import type { TestApp } from './test-app.ts';

export interface LookedUpThere {
  area?: 'domains' | 'servers';
  kind?: LookKind;
  source?: 'rdap' | 'whois' | 'dns' | 'tls';
  state?: Exclude<CheckState, 'never'>;
  /** The facts by their fields; their subject may differ. */
  values?: Partial<Record<FactField, FactValue>>;
  subject?: string;
  at?: number;
}

/** Writes facts and checks as a look-up does. */
export async function lookedUp(
  app: TestApp,
  ownerId: string,
  recordIds: readonly string[],
  { area = 'domains', kind = 'registration', source = 'rdap', state = 'ok', ...found }: LookedUpThere,
): Promise<void> {
  const { values = {}, subject = 'example', at = Date.now() } = found;
  await app.db.transaction().execute(async (tx) => {
    const each = Object.entries(values).map(([field, value]) => ({
      field: field as FactField,
      subject,
      value,
    }));
    if (each.length > 0)
      await writeFacts(tx, ownerId, {
        area,
        recordIds,
        kind,
        source,
        sourceHost: 'registry.example',
        at,
        values: each,
      });
    const checked = { area, recordIds, kind, subject, state, at, host: 'registry.example', error: null };
    await writeCheck(tx, ownerId, checked);
    await refreshShown(tx, ownerId, area, recordIds);
  });
}
