import { client } from '@quartermaster/contract/api/client';
import { recordNameOf } from '@quartermaster/contract/rules/record-name';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../api/queries.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Subject } from '../details.ts';
import { PictureOf } from './picture.tsx';

/** What a record depends on, and what depends on it. */
export default function RecordPicture({ subject: { area, entity, record } }: { subject: Subject }) {
  const { id } = record;
  const { data, error, refetch } = useQuery(
    routeQuery(client.graph.graph, { query: { of: `${area}:${id}` } }),
  );
  if (!data && !error) return <Skeleton className="h-96 w-full" />;
  return (
    <>
      <ProblemBanner title="Failed to load the picture" error={error} onRetry={() => void refetch()} />
      {data && <PictureOf graph={data} center={{ area, id }} name={recordNameOf(entity, record).name} />}
    </>
  );
}
