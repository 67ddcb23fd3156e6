import type { TagChange } from '@quartermaster/contract/tags/tags.schema';
import { entities } from '../../records/entities.ts';
import { formatNumber } from '../../ui/format.ts';

const kinds = { member: '', invitation: ' (invitation)', token: ' (token)' };

/** The first names, and how many there are besides. */
const named = (names: readonly string[], count: number): string =>
  count > names.length
    ? `${names.join(', ')} and ${formatNumber(count - names.length)} more`
    : names.join(', ');

interface TagHoldersProps {
  change: TagChange;
  /** What happens to the scopes, the alert rules and the views. */
  scopes: string;
  rules: string;
  views: string;
}

/** Names the scopes, alert rules and saved views that hold a tag. */
export const TagHolders = ({ change, scopes, rules, views }: TagHoldersProps) => (
  <>
    {change.scopes.count > 0 && (
      <p className="wrap-anywhere text-ink-2">
        {scopes}{' '}
        {named(
          change.scopes.first.map(({ kind, name }) => `${name}${kinds[kind]}`),
          change.scopes.count,
        )}
        .
      </p>
    )}
    {change.rules.count > 0 && (
      <p className="wrap-anywhere text-ink-2">
        {rules}{' '}
        {named(
          change.rules.first.map(({ name }) => name),
          change.rules.count,
        )}
        .
      </p>
    )}
    {change.views.count > 0 && (
      <p className="wrap-anywhere text-ink-2">
        {views}{' '}
        {named(
          change.views.first.map(({ area, name, email }) => `${name} (${entities[area].label}, ${email})`),
          change.views.count,
        )}
        .
      </p>
    )}
  </>
);
