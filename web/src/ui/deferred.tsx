import { type ComponentType, type FunctionComponent, lazy, useEffect, useState } from 'react';

export interface Deferred<P> extends FunctionComponent<P> {
  load: () => Promise<unknown>;
}

/** A part whose code comes after the page's. Where it has come already the part is there at once. */
export function deferred<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): Deferred<P> {
  let Loaded: ComponentType<P> | undefined;
  const loadOnce = async () => {
    const module = await load();
    Loaded = module.default;
    return module;
  };
  const Late = lazy(loadOnce);
  const Part = (props: P) => {
    // React lets what is lazy wait for 300 ms, loaded or not. Kept, since another component would begin anew.
    const [Shown] = useState<ComponentType<P>>(() => Loaded ?? Late);
    return <Shown {...props} />;
  };
  return Object.assign(Part, { load: loadOnce });
}

/** Loads the code of parts that are likely to be wanted, once the page is there and the browser has time. */
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
