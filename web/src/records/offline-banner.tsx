import { client } from '@quartermaster/contract/api/client';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '../api/request.ts';
import { useReachable } from '../api/reachable.ts';
import { Banner } from '../ui/banner.tsx';

const pauseMs = 5000;

/** Shown while the server does not respond. Retries by itself, and refetches everything afterwards. */
export function OfflineBanner() {
  const isReachable = useReachable();
  const queries = useQueryClient();
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
    !isReachable && (
      <Banner tone="warn" title="The server can't be reached.">
        What you see may be out of date. Retrying automatically.
      </Banner>
    )
  );
}
