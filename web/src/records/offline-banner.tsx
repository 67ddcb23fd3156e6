import { client } from '@quartermaster/contract/api/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../api/request.ts';
import { retrying, useIsUnreachableSaid, useReachable } from '../api/reachable.ts';
import { Banner } from '../ui/banner.tsx';

const pauseMs = 5000;

/** Shown while the server does not respond, unless another banner says so. Retries by itself, and refetches everything afterwards. */
export function OfflineBanner() {
  const isReachable = useReachable();
  const queries = useQueryClient();
  const isSaid = useIsUnreachableSaid();
  useEffect(() => {
    if (isReachable) return undefined;
    const again = () =>
      void request(client.health.health).then(
        () => queries.invalidateQueries(),
        () => undefined,
      );
    const timer = setInterval(again, pauseMs);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [isReachable, queries]);
  return (
    !isReachable &&
    !isSaid && (
      <Banner tone="warn" title="The server can't be reached.">
        {retrying}
      </Banner>
    )
  );
}
