import type { Area } from '@quartermaster/contract/api/areas';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { useRouter } from '@tanstack/react-router';
import { List } from 'lucide-react';
import { useMemo } from 'react';
import { entities } from '../../records/entities.ts';
import { filterSearch } from '../../records/record-address.ts';
import { capital } from '../../records/entity.ts';
import { formatNumber } from '../../ui/format.ts';
import type { Entry, EntryGroup, Found } from './entry.ts';
import { matchesWords } from './matches-words.ts';
import { recordAndAction } from './record-and-action.ts';
import { useCommands } from './use-commands.ts';
import { type FoundGroup, useFound } from './use-found.ts';
import { useRecordActions } from './use-record-actions.ts';
import { useServerActions } from './use-server-actions.ts';
import { useTagEntries } from './use-tag-entries.ts';

type ActionsOf = ReturnType<typeof useRecordActions>;

/** Entries that match the typed text: among everything, or among one record's actions. */
export function useEntries(typed: string, subject: Found | null) {
  const router = useRouter();
  const actionsOf = useRecordActions();
  const words = subject ? '' : typed;
  const asked = useMemo(() => recordAndAction(words), [words]);
  const named = useFound(asked?.record ?? '');
  const action = asked?.action ?? '';
  // Of servers it is not known before they are loaded.
  const doer = asked
    ? named.found
        .flatMap((group) => group.found)
        .find((found) => found.area === 'servers' || actionsOf(found).some(hasWords(action)))
    : undefined;
  const serverActions = useServerActions(subject ?? doer ?? null);
  const commands = useCommands(typed);
  const tags = useTagEntries(words);
  const answer = useFound(words);
  const { found } = answer;
  const isStale = answer.isStale || named.isStale || serverActions === undefined;
  // Memoised: the list reports a new highlight whenever its entries change.
  const groups = useMemo(() => {
    if (subject) return actionGroups(subject, typed, actionsOf, serverActions);
    const showAll = (area: Area) => {
      const { entity } = entities[area];
      const search = filterSearch(entity, { search: typed });
      void router.navigate({ to: entity.path, search } as never);
    };
    const records = found.map((group) => recordGroup(group, actionsOf, showAll));
    const actions = doer ? actionGroups(doer, action, actionsOf, serverActions) : [];
    // A record with all of the words in its name comes before an action of another one; other pages come once everything
    // has been found, since Enter waits for the first record.
    return [...commands.near, ...tags, ...records, ...actions, ...(isStale ? [] : commands.related)];
  }, [subject, doer, action, typed, actionsOf, serverActions, commands, tags, found, isStale, router]);
  return { ...answer, isStale, groups };
}

const hasWords =
  (typed: string) =>
  ({ label }: Entry): boolean =>
    matchesWords(label, typed);

function actionGroups(
  subject: Found,
  typed: string,
  actionsOf: ActionsOf,
  serverActions: readonly Entry[] = [],
): EntryGroup[] {
  const [open, connections, ...others] = actionsOf(subject);
  const all = [open, connections, ...serverActions, ...others];
  const items = all.filter((entry) => entry !== undefined).filter(hasWords(typed));
  return items.length > 0 ? [{ label: shownName(subject.area, subject.name), items }] : [];
}

function recordGroup(
  { area, found, total }: FoundGroup,
  actionsOf: ActionsOf,
  showAll: (area: Area) => void,
): EntryGroup {
  const { icon, label, entity } = entities[area];
  const items = found.map((record): Entry => {
    const [open] = actionsOf(record);
    return { ...open, id: `${area}:${record.id}`, label: shownName(area, record.name), icon, found: record };
  });
  const all: Entry = {
    id: `all ${area}`,
    label: `Show all ${formatNumber(total)} in ${label}`,
    icon: List,
    leaves: true,
    run: () => showAll(area),
  };
  return { label: capital(entity.many), items: total > 1 ? [...items, all] : items };
}
