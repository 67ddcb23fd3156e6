import { useSyncExternalStore } from 'react';

const minuteMs = 60_000;
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  timer ??= setInterval(() => watchers.forEach((each) => each()), minuteMs);
  return () => {
    watchers.delete(watcher);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** What `read` makes of the time now: looked at once a minute, and rendered anew only when it has changed. */
export const useTime = <T extends string | number>(read: (now: number) => T): T =>
  useSyncExternalStore(subscribe, () => read(Date.now()));
