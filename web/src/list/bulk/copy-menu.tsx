import { client } from '@quartermaster/contract/api/client';
import { exportColumns } from '@quartermaster/contract/rules/export-columns';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { counted } from '../../records/count-text.ts';
import type { Entity } from '../../records/entity.ts';
import { itemsOfDomains } from '../../records/mail-items.ts';
import { copyText } from '../../ui/copy-text.ts';
import { deferred } from '../../ui/deferred.tsx';
import { toast } from '../../ui/toaster.tsx';
import { type Listed, listedCells } from '../listed-cells.ts';
import { type BarChoice, BarMenu } from './bar-menu.tsx';
import { type ListColumn, headingsIn } from '../views/column-order.ts';
import { useColumns } from '../views/view.ts';
import { type ListPart, listParts, listText } from './copied-list.ts';

const MailTextDialog = deferred(() => import('../../records/mail-text-dialog.tsx'));

const labels: Readonly<Record<ListPart, string>> = {
  names: 'Names',
  addresses: 'Addresses',
  table: 'Table',
};

interface CopyMenuProps {
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
export function CopyMenu(props: CopyMenuProps) {
  const { entity, count, selected, className, isDisabled, report } = props;
  const { shown } = useColumns(entity, props.columns);
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
  const choices: BarChoice[] = listParts(entity).map((part) => ({
    label: labels[part],
    run: () => void copy(part),
  }));
  if (entity.path === client.domains.path)
    choices.push({ label: 'Text for a mail', run: () => setWriting(true) });
  return (
    <>
      <BarMenu
        label="Copy"
        icon={Copy}
        choices={choices}
        className={className}
        isDisabled={isDisabled}
        isBusy={isBusy}
      />
      {isWriting && (
        <MailTextDialog
          items={async () => itemsOfDomains(listText(entity, await rowsOf('names'), 'names').split('\n'))}
          onClose={() => setWriting(false)}
        />
      )}
    </>
  );
}
