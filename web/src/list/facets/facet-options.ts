import { folded } from '@quartermaster/contract/rules/folded';
export interface FacetOption {
  key: string;
  words: string;
  /** The number of records that the option selects. */
  count?: number;
  /** The heading above the option. */
  group?: string;
}

export interface FacetTriggerProps {
  /** The filter's name: 'Registrator'. */
  label: string;
  /** The button's text. */
  text: string;
  /** The option that clears the filter. */
  allLabel: string;
  /** Undefined while loading. */
  options: readonly FacetOption[] | undefined;
  chosen: readonly string[];
  onChosen: (keys: string[]) => void;
  /** It takes one value. */
  isSingle?: boolean;
  /** Called when the options are about to be shown. */
  onWanted?: () => void;
}

/** More options would be slow to open. */
const shownAtMost = 200;

const plain = (text: string): string => folded(text).replaceAll(/:\s+/g, ':');

/** The options that contain the typed text. The one that clears the filter comes first, while nothing is typed. */
export function matchingOptions(options: readonly FacetOption[], typed: string, allLabel: string) {
  const text = plain(typed.trim());
  if (text === '')
    return {
      shown: [{ key: '', words: allLabel }, ...options.slice(0, shownAtMost)] satisfies FacetOption[],
      isCut: options.length > shownAtMost,
    };
  const found = options.filter(({ words, group }) =>
    plain(group === undefined ? words : `${group}:${words}`).includes(text),
  );
  return { shown: found.slice(0, shownAtMost), isCut: found.length > shownAtMost };
}
