import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../ui/button.tsx';
import { useStored } from '../ui/use-stored.ts';
import { useMedia } from './use-media.ts';

/** Too low for cards above the first rows, as at 200 % zoom. */
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

/** The banners and figures of a list, which fold to one line; this browser remembers it for all lists. */
export function ListSummary({ banners, stats, aside }: ListSummaryProps) {
  const [chosen, choose] = useStored('foldedCards', readFolded);
  const isLow = useMedia(lowMedia);
  const isFolded = chosen ?? isLow;
  return (
    <div
      data-folded={isFolded || undefined}
      className="group/summary grid shrink-0 gap-3 data-folded:flex data-folded:items-start data-folded:gap-2"
    >
      {!isFolded && banners}
      <div className={isFolded ? 'flex min-w-0 flex-1 flex-wrap items-center gap-2' : 'flex min-w-0 gap-2'}>
        <div className={isFolded ? 'contents' : statsGrid}>{stats}</div>
        {isFolded && banners}
        <div className="no-print -mr-1 ml-auto flex flex-col group-data-folded/summary:flex-row">
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
