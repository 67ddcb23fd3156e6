import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import type { UsedTag } from '@quartermaster/contract/tags/tags.schema';
import { expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { tagText } from '@quartermaster/contract/rules/tags';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { distancesText } from '../../records/alerts/alert-words.ts';
import { entities } from '../../records/entities.ts';
import { IconButton } from '../../ui/button.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { channelsQuery } from './channels-panel.tsx';
import { membersQuery } from './members-section.tsx';
import { matchesText } from './rule-matches.ts';

/** What a rule holds for. */
function boundsText({ tag, area, recordId, record, what }: AlertRule): string {
  const bounds = [
    record ? shownName(record.area, record.name) : recordId && 'A deleted record',
    tag && tagText(tag),
    area && entities[area].title,
    what.length > 0 && what.map((kind) => expirationLabels[kind]).join(', '),
  ].filter(Boolean);
  return bounds.length === 0 ? 'All that expires' : bounds.join(' · ');
}

/** The names with these ids, in the order of the ids. */
const named = (ids: readonly string[], names: ReadonlyMap<string, string>, former: string): string[] =>
  ids.map((id) => names.get(id) ?? former);

/** 'Chat, Pager · Owners of the workspace': over which channels and to whom a rule tells; empty while that loads. */
function useRecipientsText({ channelIds, userIds, escalation }: AlertRule): string {
  const channels = useQuery(channelsQuery).data?.channels;
  const members = useQuery(membersQuery).data?.members;
  if (!channels || !members) return '';
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const people = new Map(members.map(({ userId, name, email }) => [userId, name ?? email]));
  const later = escalation.flatMap((level) => level.channelIds).filter((id) => !channelIds.includes(id));
  return [
    named(channelIds, names, 'Deleted channel').join(', '),
    named([...new Set(later)], names, 'Deleted channel')
      .map((name) => `${name} (escalation)`)
      .join(', '),
    userIds === null ? 'Owners of the workspace' : named(userIds, people, 'Former member').join(', '),
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

interface RuleRowProps {
  rule: AlertRule;
  /** How many records of each kind it holds for, where that is known. */
  matches: UsedTag['counts'] | undefined;
  onEdit: () => void;
  onDelete: () => void;
}

/** A rule in the list: what it holds for, when it tells, over which channels and whom. */
export function RuleRow({ rule, matches, onEdit, onDelete }: RuleRowProps) {
  const { name, isActive, reaches, distances } = rule;
  const recipients = useRecipientsText(rule);
  return (
    <li className="flex items-center gap-x-2 px-4 py-2">
      <div className="min-w-0 flex-1">
        <p className="clipped font-medium">{name}</p>
        <p className="text-xs wrap-anywhere text-ink-2">
          {boundsText(rule)}: {distancesText(distances)}
          {matches && (
            <span className={isActive && matches.length === 0 ? 'text-warn' : undefined}>
              {' · '}
              {matchesText(matches)}
            </span>
          )}
        </p>
        {recipients !== '' && <p className="text-xs wrap-anywhere text-ink-2">To {recipients}</p>}
      </div>
      {!isActive && <StatusBadge tone="mute">Off</StatusBadge>}
      {isActive && !reaches && <StatusBadge tone="warn">No recipient</StatusBadge>}
      <IconButton label={`Edit ${name}`} icon={Pencil} onClick={onEdit} />
      <IconButton label={`Delete ${name}`} icon={Trash2} onClick={onDelete} />
    </li>
  );
}
