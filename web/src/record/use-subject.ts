import type { Area } from '@quartermaster/contract/api/areas';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isNotFound } from '../api/error.ts';
import type { Cached } from '../records/cache.ts';
import { entities } from '../records/entities.ts';
import type { Entity } from '../records/entity.ts';
import { listKey, recordQuery } from '../records/list-query.ts';
import type { Details, StoredRecord, Subject } from './details.ts';

/** The record from the server; until that answers, as a list has it. */
export function useSubject(area: Area, id: string, details: Details) {
  const entity = entities[area].entity as Entity<StoredRecord>;
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    ...recordQuery(entity, id),
    placeholderData: () => listedRow(client.getQueriesData({ queryKey: listKey(entity) }), id),
  });
  // Somebody else may have deleted it since.
  const isGone = isNotFound(error);
  const subject: Subject | undefined = data && !isGone ? { area, entity, record: data, details } : undefined;
  return { subject, error: subject ? null : error, retry: () => void refetch() };
}

type Lists = [unknown, Cached<StoredRecord> | undefined][];

function listedRow(lists: Lists, id: string): StoredRecord | undefined {
  for (const [, data] of lists) {
    const pages = data && ('pages' in data ? data.pages : [data]);
    const found = pages?.flatMap(({ rows }) => rows).find((row) => row.id === id);
    if (found) return found;
  }
  return undefined;
}
