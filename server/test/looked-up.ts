import type { CheckState, FactField, LookKind } from '@quartermaster/contract/lookups/lookups.routes';
import { refreshShown } from '../src/expiry/shown.ts';
import { writeCheck } from '../src/expiry/lookups/checks.ts';
import { writeFacts } from '../src/expiry/lookups/facts.ts';
import type { FactValue } from '../src/expiry/lookups/outcome.ts';
import type { TestApp } from './test-app.ts';

export interface LookedUpThere {
  area?: 'domains' | 'servers';
  kind?: LookKind;
  source?: 'rdap' | 'whois' | 'dns' | 'tls';
  state?: Exclude<CheckState, 'never'>;
  /** The facts by their fields. */
  values?: Partial<Record<FactField, FactValue>>;
  /** What was asked; by default, each record's own name. */
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
  const { values = {}, at = Date.now(), subject: asked } = found;
  const each = Object.entries(values).map(([field, value]) => ({ field: field as FactField, value }));
  const host = 'registry.example';
  await app.db.transaction().execute(async (tx) => {
    for (const recordId of recordIds) {
      const of = { kind, subject: asked ?? `${recordId}.example` };
      await writeFacts(tx, ownerId, { ...of, source, sourceHost: host, at, values: each });
      await writeCheck(tx, ownerId, { ...of, area, recordIds: [recordId], state, at, host, error: null });
    }
    await refreshShown(tx, ownerId, area, recordIds);
  });
}
