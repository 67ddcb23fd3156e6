import type { Area } from '@quartermaster/contract/api/areas';
import type { LinkProps } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { firstTab } from '../records/url.ts';
import { shownSearch, walkState, withoutShown } from '../records/use-drawer.ts';

/** Where a record is shown, on a page of its own or in the drawer: links stay in the same place. */
export interface Place {
  to: (area: Area, id: string, tab?: string) => LinkProps;
  /** To another part of the same record. */
  toTab: (area: Area, id: string, tab: string) => LinkProps;
  /** To the form, over the list of its kind; closed, it leads back. */
  toForm: (area: Area, id: string) => LinkProps;
}

/** The router types search parameters per page; these are valid on any page. */
const link = (props: object): LinkProps => props;

const toPage: Place['to'] = (area, id, tab = firstTab) =>
  link({ to: `/${area}/${id}`, search: tab === firstTab ? {} : { tab } });

const toForm = (area: Area, search: object): LinkProps =>
  link({
    to: `/${area}`,
    search,
    state: (before: object) => ({ ...before, formOpenedHere: true }),
    resetScroll: false,
  });

export const ownPage: Place = {
  to: toPage,
  toTab: (...record) => ({ ...toPage(...record), replace: true, resetScroll: false }),
  toForm: (area, id) => toForm(area, { form: id }),
};

/** Over the page at a path: a list keeps its filters behind the form. */
export const drawerOver = (path: string): Place => ({
  to: (area, id, tab) =>
    link({ to: '.', search: shownSearch(area, id, tab), state: walkState(true), resetScroll: false }),
  toTab: (area, id, tab) =>
    link({
      to: '.',
      search: shownSearch(area, id, tab),
      state: (before: object) => before,
      replace: true,
      resetScroll: false,
    }),
  toForm: (area, id) =>
    toForm(
      area,
      path === `/${area}`
        ? (before: Record<string, string>) => ({ ...withoutShown(before), form: id })
        : { form: id },
    ),
});

export const PlaceContext = createContext<Place>(ownPage);

export const usePlace = (): Place => useContext(PlaceContext);
