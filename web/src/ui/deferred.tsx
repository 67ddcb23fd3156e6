import { type ComponentType, type FunctionComponent, lazy, useEffect, useState } from 'react';

export interface Deferred<P> extends FunctionComponent<P> {
  load: () => Promise<unknown>;
}

/** A component whose code loads after the page's. Once loaded it renders without suspending. */
export function deferred<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Deferred<P> {
  let Loaded: ComponentType<P> | undefined;
  const loadOnce = async () => {
    const module = await load();
    Loaded = module.default;
    return module;
  };
  const Late = lazy(loadOnce);
  const Part = (props: P) => {
    // React delays lazy components by 300 ms, loaded or not. Kept in state: switching components would remount.
    const [Shown] = useState<ComponentType<P>>(() => Loaded ?? Late);
    return <Shown {...props} />;
  };
  return Object.assign(Part, { load: loadOnce });
}

/** Loads the code of a likely next component once the page is shown and the browser is idle. */
export function usePreload({ load }: Pick<Deferred<never>, 'load'>, isPageThere: boolean): void {
  useEffect(() => {
    if (!isPageThere) return undefined;
    const start = () => void load().catch(() => undefined);
    // Safari has no requestIdleCallback.
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(start, 500);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(start);
    return () => cancelIdleCallback(handle);
  }, [load, isPageThere]);
}
