export interface FacetOption {
  key: string;
  words: string;
  /** The number of records that it selects. */
  count?: number;
  /** The heading that it stands under. */
  group?: string;
}

export interface FacetTriggerProps {
  /** The name of the filter: 'Registrator'. */
  label: string;
  /** What the button says. */
  text: string;
  /** The option that takes the filter off. */
  allLabel: string;
  /** Undefined while they load. */
  options: readonly FacetOption[] | undefined;
  chosen: readonly string[];
  onChosen: (keys: string[]) => void;
  /** The options are about to be shown. */
  onWanted: () => void;
}

/** More would take long to open. */
const shownAtMost = 200;

const plain = (text: string): string => text.toLowerCase().replaceAll(/:\s+/g, ':');

/** The options that contain the typed text, first the one that takes the filter off; that one only while nothing is typed. */
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
