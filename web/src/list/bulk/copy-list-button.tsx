import type { CellsByHeading } from '@quartermaster/contract/rules/csv';
import { cellsOf } from '@quartermaster/contract/rules/csv';
import { Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { download } from '../../api/download.ts';
import { counted } from '../../records/count-text.ts';
import type { Entity } from '../../records/entity.ts';
import type { Query } from '../../records/list-query.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toaster.tsx';
import { type ListPart, listParts, listText } from './copied-list.ts';

const labels: Readonly<Record<ListPart, string>> = {
  names: 'Names',
  addresses: 'Addresses',
  table: 'Table',
};

interface CopyListButtonProps {
  entity: Entity;
  count: number;
  /** The selected rows; or the filters, if all matching records are. */
  selected: { rows: readonly object[] } | { query: Query };
  className: string;
  isDisabled: boolean;
  report: (title: string, error?: unknown) => void;
}

/** Copies the selected records as a list of names or addresses, or as a table. */
export function CopyListButton({
  entity,
  count,
  selected,
  className,
  isDisabled,
  report,
}: CopyListButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const rowsNow = async (): Promise<readonly CellsByHeading[]> => {
    if ('rows' in selected) return cellsOf(entity.csv ?? {}, selected.rows);
    const file = await download(entity.export, { query: { ...selected.query, format: 'json' } });
    return JSON.parse(await file.blob.text()) as CellsByHeading[];
  };
  const copy = async (part: ListPart) => {
    setOpen(false);
    setBusy(true);
    try {
      const isDone = await copyText(rowsNow().then((rows) => listText(entity, rows, part)));
      const what = `${labels[part]} of ${counted(entity, count)}`;
      toast(isDone ? { title: `${what} copied` } : { title: `${what} could not be copied`, type: 'error' });
    } catch (error) {
      report('Copy failed', error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        className={className}
        icon={Copy}
        busy={isBusy}
        aria-disabled={isDisabled || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isDisabled && !isOpen)}
      >
        Copy
      </Button>
      {isOpen && (
        <AnchoredPopover
          label="Copy as list"
          anchor={button}
          className="w-40 p-1"
          onClose={() => setOpen(false)}
        >
          {listParts(entity).map((part) => (
            <button
              key={part}
              type="button"
              className="flex h-9 w-full items-center rounded-md px-2.5 text-left text-sm hover:bg-sunken"
              onClick={() => void copy(part)}
            >
              {labels[part]}
            </button>
          ))}
        </AnchoredPopover>
      )}
    </>
  );
}
