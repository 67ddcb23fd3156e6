import type { Area } from '@quartermaster/contract/api/areas';
import type { RelationGroup } from '@quartermaster/contract/api/relations';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { Link } from '@tanstack/react-router';
import { entities } from './entities.ts';
import { counted } from './count-text.ts';
import { relatedSearch } from './record-address.ts';
import { wordList } from '../ui/format.ts';

const namedAtMost = 3;

/** '2 domains', '1 hosting account and 2 CDN accounts', and whether that is a single record. */
function groupsInWords(groups: readonly RelationGroup[]): { words: string; isOne: boolean } {
  const words = groups.map(({ area, total }) => counted(entities[area].entity, total));
  return { words: wordList(words), isOne: groups.length === 1 && groups[0]?.total === 1 };
}

interface DeletionEffectsProps {
  area: Area;
  id: string;
  groups: readonly RelationGroup[];
}

/** Why deleting a record will be refused, and what else it would do. */
export function DeletionEffects({ area, id, groups }: DeletionEffectsProps) {
  const refusing = groups.filter(isRefusing);
  const detached = groups.filter(({ onDelete }) => onDelete === 'detached');
  return (
    <>
      {refusing.length > 0 && (
        <div className="rounded-lg bg-warn-soft px-3 py-2 text-sm text-warn">
          <p className="font-medium">It can’t be deleted now: {usersInWords(refusing)}</p>
          <ul className="mt-1">
            {refusing.map((group) => (
              <li key={group.area}>
                <Users group={group} subject={`${area}:${id}`} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {detached.length > 0 && <p>{becomesOf(detached)}</p>}
    </>
  );
}

/** The record can't be deleted while records of the group refer to it. */
export const isRefusing = ({ onDelete }: RelationGroup): boolean => onDelete === 'refused';

/** '1 server uses it.' or '2 domains use it.' */
function usersInWords(groups: readonly RelationGroup[]): string {
  const { words, isOne } = groupsInWords(groups);
  return `${words} ${isOne ? 'uses' : 'use'} it.`;
}

/** '2 domains use it and will be detached.' */
function becomesOf(groups: readonly RelationGroup[]): string {
  const { words, isOne } = groupsInWords(groups);
  return `${words} ${isOne ? 'uses' : 'use'} it and will be detached.`;
}

/** Links to the first few by name, and to a list of the others. */
function Users({ group: { area, total, records }, subject }: { group: RelationGroup; subject: string }) {
  const { icon: Icon } = entities[area];
  const more = total - namedAtMost;
  return (
    <span className="grid grid-cols-[0.875rem_minmax(0,1fr)] gap-x-2">
      <Icon aria-hidden className="mt-[0.3125rem] size-3.5" strokeWidth={1.75} />
      <span className="flex min-w-0 flex-wrap gap-x-2">
        {records.slice(0, namedAtMost).map((record) => (
          <Link key={record.id} to={`/${area}/${record.id}`} search={{}} className={link}>
            {[shownName(area, record.name), area === 'domains' ? null : record.detail]
              .filter(Boolean)
              .join(' · ')}
          </Link>
        ))}
        {more > 0 && (
          <Link to={`/${area}`} search={relatedSearch(area, subject)} className={link}>
            and {more} more
          </Link>
        )}
      </span>
    </span>
  );
}

const link = 'inline-block max-w-full clipped leading-6 underline underline-offset-2';
