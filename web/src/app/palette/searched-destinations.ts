import { accountSections } from '../../features/account/account-sections.ts';
import { settingsSections } from '../../features/settings/settings-sections.ts';
import { entities } from '../../records/entities.ts';
import { type Destination, destinations } from '../destinations.ts';

interface SearchedDestination extends Destination {
  search?: { section?: string; view?: string };
  /** The page whose section or view it is. */
  within?: string;
  /** What else people call it, or look for there. */
  words: string;
}

const lists = Object.values(entities).map(({ entity, title, words = '' }) => [
  entity.path,
  `${title} ${entity.many} ${words} list export csv download`,
]);

const wordsOf: Readonly<Record<string, string>> = {
  ...(Object.fromEntries(lists) as Record<string, string>),
  '/': 'home start overview to do problems',
  '/expirations': 'renewals due dates costs prices money months certificates export csv',
  '/alerts': 'notifications reminders warnings',
  '/mismatches': 'mismatches does not match registry whois rdap',
  '/changes': 'registry dns certificate name servers registrar lock dnssec before after',
  '/map': 'graph picture connections dependencies',
  '/import': 'upload file csv excel xlsx json spreadsheet paste',
  '/history': 'undo revert back changes acts log who',
  '/trash': 'deleted restore bin recycle undelete',
  '/account': 'me user my password',
  '/docs': 'docs help manual guide readme backup upgrade',
  '/settings': 'preferences configuration options administration',
};

const sectionsOf: Readonly<
  Record<string, readonly (typeof accountSections | typeof settingsSections)[number][]>
> = {
  '/account': accountSections,
  '/settings': settingsSections,
};

const viewsOf: Readonly<Record<string, readonly Pick<SearchedDestination, 'label' | 'words' | 'search'>[]>> =
  {
    '/expirations': [
      {
        label: 'Costs',
        words: 'prices money sum total budget forecast spending by month client registrar payer',
        search: { view: 'costs' },
      },
    ],
  };

/** Pages with their sections and views, and the words by which they are found: more than a page's first load has to bring. */
export const searchedDestinations: readonly SearchedDestination[] = destinations.flatMap((page) => [
  { ...page, words: wordsOf[page.to] ?? '' },
  ...(viewsOf[page.to] ?? []).map((view) => ({ ...view, to: page.to, icon: page.icon, within: page.label })),
  ...(sectionsOf[page.to] ?? []).map(({ id, label, words, ...section }) => ({
    ...{ to: page.to, icon: page.icon, within: page.label },
    ...{ ...section, label, words, search: { section: id } },
  })),
]);
