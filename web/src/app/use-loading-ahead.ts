import { useEffect } from 'react';
import { queryClient } from '../api/queries.ts';
import { loadNext } from '../ui/deferred.tsx';

const pauseMs = 200;

// Safari has none.
const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, pauseMs));

/** Fetches the code of dialogs, forms and other pages, one after another, while nothing else is being fetched. */
export function useLoadingAhead(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      timer = setTimeout(() => whenIdle(step), pauseMs);
    };
    const step = () => {
      if (queryClient.isFetching() > 0) return later();
      // What fails is fetched when it is wanted.
      loadNext()?.then(later, later);
    };
    later();
    return () => clearTimeout(timer);
  }, []);
}
