import { Autocomplete } from '@base-ui/react/autocomplete';
import { ApiError, messageOf } from '../../api/error.ts';
import { Button } from '../../ui/button.tsx';
import type { EntryGroup } from './entry.ts';
import { counted } from '../../records/count-text.ts';

interface PaletteNoticeProps {
  groups: readonly EntryGroup[];
  typed: string;
  isStale: boolean;
  error: unknown;
  onRetry: () => void;
}

/** Announces the number of results, and shows when there are none or the search failed. */
export function PaletteNotice({ groups, typed, isStale, error, onRetry }: PaletteNoticeProps) {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <>
      <Autocomplete.Status
        className={count > 0 || error ? 'sr-only' : 'px-4 py-8 text-center text-sm text-ink-2'}
      >
        {statusWords(count, typed, isStale, error !== null)}
      </Autocomplete.Status>
      {error !== null && (
        <div
          role="alert"
          className="flex shrink-0 items-center gap-3 border-t border-line bg-bad-soft px-4 py-2 text-sm text-bad"
        >
          <p className="min-w-0 flex-1">{failureWords(error)}</p>
          <Button onClick={onRetry}>Try Again</Button>
        </div>
      )}
    </>
  );
}

function statusWords(count: number, typed: string, isStale: boolean, hasFailed: boolean): string {
  if (count > 0) return counted({ one: 'result' }, count);
  if (hasFailed) return '';
  return isStale ? 'Searching…' : `Nothing found for “${typed}”`;
}

const failureWords = (error: unknown): string =>
  error instanceof ApiError && error.code === 'NETWORK_ERROR'
    ? 'The server can’t be reached, so records can’t be searched. Pages and commands can.'
    : `Records could not be searched: ${messageOf(error, 'An error occurred')}`;
