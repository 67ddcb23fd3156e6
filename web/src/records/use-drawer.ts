import type { Area } from '@quartermaster/contract/api/areas';
import { type RouterHistory, useLocation, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Params, type RecordInView, firstTab, readShown, writeShown } from './url.ts';

export interface Walk {
  /** How many history steps lead back to the page without the drawer; unknown after following a link. */
  drawerDepth?: number | undefined;
}

type Words = Record<string, string>;

export const withoutShown = ({ record: _, tab: __, connections: ___, ...others }: Words): Words => others;

/** Search parameters that show a record over the current page; an open form closes. */
export const shownSearch =
  (area: Area, id: string, tab = firstTab) =>
  (before: Words): Words => {
    const { form: _, ...others } = withoutShown(before);
    return { ...others, ...writeShown({ subject: `${area}:${id}`, tab }) };
  };

/** History state for one step further, from a page or from another record. */
export const walkState = (isOpen: boolean) => (before: Walk) => ({
  ...before,
  formOpenedHere: false,
  drawerDepth: isOpen ? before.drawerDepth && before.drawerDepth + 1 : 1,
});

/** The record shown over the page. */
export function useShown(): RecordInView | undefined {
  const params = useLocation({ select: ({ search }) => search as Params });
  return useMemo(() => readShown(params), [params]);
}

/** Shows and hides a record over the page. */
export function useDrawer() {
  const router = useRouter();
  return useMemo(() => {
    const history = router.history as RouterHistory;
    const here = () => router.state.location as { search: Params; state: Walk };
    const go = (options: object) =>
      void router.navigate({ to: '.', resetScroll: false, ...options } as never);
    return {
      show: (area: Area, id: string, tab = firstTab) => {
        const state = walkState(readShown(here().search) !== undefined);
        go({ search: shownSearch(area, id, tab), state });
      },
      /** Shows another record or another part in place of what is shown. */
      step: (area: Area, id: string, tab: string) =>
        go({ search: shownSearch(area, id, tab), replace: true, state: (before: Walk) => before }),
      back: () => history.back(),
      close: () => {
        const { drawerDepth } = here().state;
        if (drawerDepth) return history.go(-drawerDepth);
        return go({ search: withoutShown, replace: true });
      },
    };
  }, [router]);
}
