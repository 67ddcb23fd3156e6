import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/button.tsx';
import { useStored } from '../ui/use-stored.ts';
import { tableMedia, useMedia } from '../ui/use-media.ts';

/** Too low for cards above the rows, as at 200 % zoom. */
const lowMedia = '(max-height: 639px)';
const readFolded = (stored: unknown): boolean | undefined =>
  typeof stored === 'boolean' ? stored : undefined;

interface ListSummaryProps {
  banners: ReactNode;
  /** Cards. */
  stats: ReactNode;
  /** Buttons beside the cards. */
  aside: ReactNode;
}

/** The banners and stats of a list, which fold to one line. This browser remembers the choice for all lists. */
export function ListSummary({ banners, stats, aside }: ListSummaryProps) {
  const [chosen, choose] = useStored('foldedCards', readFolded);
  const isLow = useMedia(lowMedia);
  const isPhone = !useMedia(tableMedia);
  const isFolded = isPhone || (chosen ?? isLow);
  return (
    <div
      data-summary
      data-folded={isFolded || undefined}
      className="no-print grid shrink-0 grid-cols-1 gap-2 md:gap-3"
    >
      {(isPhone || !isFolded) && banners}
      <div className="flex min-w-0 gap-2">
        <div className={statsGrid}>{stats}</div>
        {isFolded && !isPhone && banners}
        <div data-aside className="-mr-1 ml-auto flex flex-col">
          {aside}
          <IconButton
            label={isFolded ? 'Show cards' : 'Fold cards'}
            icon={isFolded ? ChevronsUpDown : ChevronsDownUp}
            aria-expanded={!isFolded}
            className="max-md:hidden"
            onClick={() => choose(!isFolded)}
          />
        </div>
      </div>
    </div>
  );
}

const statsGrid =
  'grid min-w-0 flex-1 auto-cols-fr grid-cols-2 gap-3 max-md:*:last:odd:col-span-2 md:grid-flow-col md:grid-cols-none';
