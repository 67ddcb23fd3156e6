import { useEffect } from 'react';
import { queryClient } from '../api/queries.ts';
import { loadNext } from '../ui/deferred.tsx';

const pauseMs = 200;

// Safari has no requestIdleCallback.
const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, pauseMs));

/** Loads the code of dialogs, forms and other pages, one after another, while the network is idle. */
export function useLoadingAhead(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const later = () => {
      timer = setTimeout(() => whenIdle(step), pauseMs);
    };
    const step = () => {
      if (queryClient.isFetching() > 0) return later();
      // A failed part is loaded again when it is needed.
      loadNext()?.then(later, later);
    };
    later();
    return () => clearTimeout(timer);
  }, []);
}
