import { Button } from '../../ui/button.tsx';

interface PagerProps {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
}

/** Renders nothing for a single page. */
export function Pager({ page, totalPages, onPage }: PagerProps) {
  if (totalPages <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-end gap-2 print:hidden">
      <span className="mr-auto text-sm text-ink-2">
        Page {page} of {totalPages}
      </span>
      <Button disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}
