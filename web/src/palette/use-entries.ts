import type { Area } from '@quartermaster/contract/lib/areas';
import { areaOf } from '../list/areas.ts';
import { shownName } from '../list/record-name.tsx';
import { capital } from '../list/resource.ts';
import type { Entry, EntryGroup, Found } from './entry.ts';
import { matchesWords } from './match-ranges.ts';
import { useCommands } from './use-commands.ts';
import { useFound } from './use-found.ts';
import { useRecordActions } from './use-record-actions.ts';

/** What a typed text calls: of everything, or of what can be done with one record. */
export function useEntries(typed: string, subject: Found | null) {
  const actionsOf = useRecordActions();
  const commands = useCommands(subject ? '' : typed);
  const answer = useFound(subject ? '' : typed);
  if (subject) {
    const items = actionsOf(subject).filter(({ label }) => matchesWords(label, typed));
    const label = shownName(subject.area, subject.name);
    return {
      groups: items.length > 0 ? [{ label, items }] : [],
      isStale: false,
      error: null,
      retry: nothing,
    };
  }
  const records = new Map<Area, Entry[]>();
  for (const found of answer.found) {
    const { area, id, name } = found;
    const [open] = actionsOf(found);
    const items = records.get(area) ?? [];
    const label = shownName(area, name);
    items.push({ ...open, id: `${area}:${id}`, label, icon: areaOf[area].icon, found });
    records.set(area, items);
  }
  const groups: EntryGroup[] = [
    ...commands,
    ...[...records].map(([area, items]) => ({ label: capital(areaOf[area].resource.nouns), items })),
  ];
  return { ...answer, groups };
}

const nothing = () => {};
