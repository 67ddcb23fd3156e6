import { client } from '@quartermaster/contract/api/client';
import { exportColumns } from '@quartermaster/contract/rules/export-columns';
import { Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { counted } from '../../records/count-text.ts';
import type { Entity } from '../../records/entity.ts';
import { itemsOfDomains } from '../../records/mail-items.ts';
import { AnchoredPopover } from '../../ui/anchored-popover.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { deferred } from '../../ui/deferred.tsx';
import { toast } from '../../ui/toaster.tsx';
import { type Listed, listedCells } from '../listed-cells.ts';
import { type ListColumn, headingsIn } from '../views/column-order.ts';
import { useColumns } from '../views/view.ts';
import { type ListPart, listParts, listText } from './copied-list.ts';

const MailTextDialog = deferred(() => import('../../records/mail-text-dialog.tsx'));

const labels: Readonly<Record<ListPart, string>> = {
  names: 'Names',
  addresses: 'Addresses',
  table: 'Table',
};

interface CopyListButtonProps {
  entity: Entity;
  /** All columns of the list: a copied table has those that are shown. */
  columns: readonly ListColumn[];
  count: number;
  /** The selected rows; or the filters, if all matching records are. */
  selected: Listed;
  className: string;
  isDisabled: boolean;
  report: (title: string, error?: unknown) => void;
}

/** Copies the selected records as a list of names or addresses, as a table, or domains as a text for a mail. */
export function CopyListButton(props: CopyListButtonProps) {
  const { entity, count, selected, className, isDisabled, report } = props;
  const { shown } = useColumns(entity, props.columns);
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isWriting, setWriting] = useState(false);
  const rowsOf = (part: ListPart) =>
    listedCells(
      entity,
      part === 'table'
        ? headingsIn(Object.keys(exportColumns(entity)), shown)
        : Object.keys(entity.csv ?? {}),
      selected,
    );
  const copy = async (part: ListPart) => {
    setOpen(false);
    setBusy(true);
    try {
      const isDone = await copyText(rowsOf(part).then((rows) => listText(entity, rows, part)));
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
            <Choice key={part} onClick={() => void copy(part)}>
              {labels[part]}
            </Choice>
          ))}
          {entity.path === client.domains.path && (
            <Choice
              onClick={() => {
                setOpen(false);
                setWriting(true);
              }}
            >
              Text for a mail
            </Choice>
          )}
        </AnchoredPopover>
      )}
      {isWriting && (
        <MailTextDialog
          items={async () => itemsOfDomains(listText(entity, await rowsOf('names'), 'names').split('\n'))}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  );
}

const Choice = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <button
    type="button"
    className="flex h-9 w-full items-center rounded-md px-2.5 text-left text-sm hover:bg-sunken"
    onClick={onClick}
  >
    {children}
  </button>
);
