import type { Area } from '@quartermaster/contract/api/areas';
import { type RouterHistory, useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Params, readConnections } from './url.ts';

export interface Walk {
  /** How many history steps lead back to the page without connections; unknown after following a link. */
  connectionsDepth?: number | undefined;
}

type Words = Record<string, string>;

/** Search parameters that show connections over the current page; an open form closes. */
export const connectionsSearch =
  (area: Area, id: string) =>
  ({ form: _, ...others }: Words): Words => ({ ...others, connections: `${area}:${id}` });

/** History state for one step further, from a page or from another record's connections. */
export const connectionsState = (isOpen: boolean) => (before: Walk) => ({
  ...before,
  formOpenedHere: false,
  connectionsDepth: isOpen ? before.connectionsDepth && before.connectionsDepth + 1 : 1,
});

/** The record whose connections are in the address, as `emails:<id>`. */
export const useShownConnections = (): string | undefined =>
  useLocation({ select: ({ search }) => readConnections(search as Params) });

/** Shows and hides a record's connections over the page. */
export function useConnections() {
  const router = useRouter();
  return useMemo(() => {
    const history = router.history as RouterHistory;
    const here = () => router.state.location as { search: Params; state: Walk };
    return {
      show: (area: Area, id: string) =>
        void router.navigate({
          to: '.',
          search: connectionsSearch(area, id),
          state: connectionsState(readConnections(here().search) !== undefined),
          resetScroll: false,
        } as never),
      back: () => history.back(),
      close: () => {
        const { connectionsDepth } = here().state;
        if (connectionsDepth) return history.go(-connectionsDepth);
        return void router.navigate({
          to: '.',
          search: ({ connections: _, ...others }: Words) => others,
          replace: true,
          resetScroll: false,
        } as never);
      },
    };
  }, [router]);
}
