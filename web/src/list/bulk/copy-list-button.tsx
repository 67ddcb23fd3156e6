import type { CellsByHeading } from '@quartermaster/contract/rules/csv';
import { cellsOf } from '@quartermaster/contract/rules/csv';
import { chosenColumns } from '@quartermaster/contract/rules/export-columns';
import { Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { download } from '../../api/download.ts';
import { counted } from '../../records/count-text.ts';
import type { Entity } from '../../records/entity.ts';
import type { RawListQuery } from '../../records/list-query.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toaster.tsx';
import { type ListColumn, inColumnOrder } from '../views/column-order.ts';
import { useColumns } from '../views/view.ts';
import { type ListPart, listParts, listText } from './copied-list.ts';

const labels: Readonly<Record<ListPart, string>> = {
  names: 'Names',
  addresses: 'Addresses',
  table: 'Table',
};

interface CopyListButtonProps {
  entity: Entity;
  /** All columns of the list, whose order a copied table has. */
  columns: readonly ListColumn[];
  count: number;
  /** The selected rows; or the filters, if all matching records are. */
  selected: { rows: readonly object[] } | { query: RawListQuery };
  className: string;
  isDisabled: boolean;
  report: (title: string, error?: unknown) => void;
}

/** Copies the selected records as a list of names or addresses, or as a table. */
export function CopyListButton(props: CopyListButtonProps) {
  const { entity, count, selected, className, isDisabled, report } = props;
  const { all, isMoved } = useColumns(entity, props.columns);
  const usual = Object.keys(entity.csv ?? {});
  const headings = isMoved ? inColumnOrder(usual, all) : usual;
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const rowsNow = async (): Promise<readonly CellsByHeading[]> => {
    if ('rows' in selected) return cellsOf(chosenColumns(entity, headings), selected.rows);
    const query = { ...selected.query, format: 'json', columns: headings.join() };
    const file = await download(entity.export, { query });
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
