import { client } from '@quartermaster/contract/api/client';
import { routeQuery } from '../../api/queries.ts';
import { formatDateTime } from '../../ui/format.ts';
import { counted } from '../count-text.ts';

interface LookUps {
  unchecked: number;
  lookUpsFailSince: string | null;
}

/** Why nobody can say yet that nothing differs, or nothing is to be done; null: what is switched on was looked up. */
export const uncheckedText = ({ unchecked, lookUpsFailSince }: LookUps): string | null => {
  if (lookUpsFailSince !== null) return `Look-ups fail since ${formatDateTime(lookUpsFailSince)}`;
  return unchecked === 0 ? null : `Not checked yet: ${counted(client.domains, unchecked)}`;
};

/** What tells the same of the workspace. */
export const uncheckedQuery = routeQuery(client.mismatches.list, { query: { limit: 1 } });
