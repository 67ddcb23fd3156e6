import type { Area } from '@quartermaster/contract/api/areas';
import { useMemo } from 'react';
import { entities } from '../../records/entities.ts';
import { shownName } from '../../records/record-name.tsx';
import { capital } from '../../records/entity.ts';
import type { Entry, EntryGroup, Found } from './entry.ts';
import { matchesWords } from './match-ranges.ts';
import { useCommands } from './use-commands.ts';
import { useFound } from './use-found.ts';
import { useRecordActions } from './use-record-actions.ts';

type ActionsOf = ReturnType<typeof useRecordActions>;

/** Entries that match the typed text: among everything, or among one record's actions. */
export function useEntries(typed: string, subject: Found | null) {
  const actionsOf = useRecordActions();
  const commands = useCommands(typed);
  const answer = useFound(subject ? '' : typed);
  const { found } = answer;
  // Memoised: the list reports a new highlight whenever its entries change.
  const groups = useMemo(
    () =>
      subject ? actionGroups(subject, typed, actionsOf) : [...commands, ...recordGroups(found, actionsOf)],
    [subject, typed, actionsOf, commands, found],
  );
  return { ...answer, groups };
}

function actionGroups(subject: Found, typed: string, actionsOf: ActionsOf): EntryGroup[] {
  const items = actionsOf(subject).filter(({ label }) => matchesWords(label, typed));
  return items.length > 0 ? [{ label: shownName(subject.area, subject.name), items }] : [];
}

function recordGroups(all: readonly Found[], actionsOf: ActionsOf): EntryGroup[] {
  const byArea = new Map<Area, Entry[]>();
  for (const found of all) {
    const { area, id, name } = found;
    const [open] = actionsOf(found);
    const entry = {
      ...open,
      id: `${area}:${id}`,
      label: shownName(area, name),
      icon: entities[area].icon,
      found,
    };
    byArea.set(area, [...(byArea.get(area) ?? []), entry]);
  }
  return [...byArea].map(([area, items]) => ({ label: capital(entities[area].entity.many), items }));
}
