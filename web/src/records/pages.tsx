import { Button } from '../ui/button.tsx';

interface PagesProps {
  page: number;
  /** The number of pages; a single one shows nothing. */
  of: number | undefined;
  onPage: (page: number) => void;
  /** The labels of the buttons; by default those of a log. */
  back?: string;
  forth?: string;
}

export function Pages({ page, of = 1, onPage, back = 'Newer', forth = 'Older' }: PagesProps) {
  if (of <= 1) return null;
  return (
    <div className="flex items-center justify-between gap-3 border-t border-line p-3">
      <Button disabled={page === 1} onClick={() => onPage(page - 1)}>
        {back}
      </Button>
      <span className="text-sm text-ink-2">
        Page {page} of {of}
      </span>
      <Button disabled={page >= of} onClick={() => onPage(page + 1)}>
        {forth}
      </Button>
    </div>
  );
}
