import { exportColumns } from '@quartermaster/contract/rules/export-columns';
import { useState } from 'react';
import { counted } from '../records/count-text.ts';
import type { Entity } from '../records/entity.ts';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { CheckLabel } from '../ui/check-label.tsx';
import { Segments } from '../ui/segments.tsx';
import { type ListColumn, headingsIn, inColumnOrder } from './views/column-order.ts';
import { useColumns } from './views/view.ts';
import type { FileChoice } from './rows-file.ts';

const orders = { usual: 'Default', list: 'As in the list' };
const contents = { all: 'All columns', shown: 'As shown' };
const formats = { csv: 'CSV', json: 'JSON' };

interface ExportDialogProps {
  entity: Pick<Entity, 'path' | 'csv' | 'moreColumns' | 'fieldLabels' | 'one' | 'many'>;
  /** All columns of the list. */
  listColumns: readonly ListColumn[];
  /** The number of rows; undefined while unknown. */
  count: number | undefined;
  /** Called without a choice if it is that of the usual file. */
  onExport: (choice: FileChoice | undefined) => void;
  onClose: () => void;
}

/**
 * Asks for the columns and the format of an export. At first they are those of the usual file; 'As shown' has those of the
 * list, without secrets, with cells as on the page.
 */
export default function ExportDialog(props: ExportDialogProps) {
  const { entity, listColumns, count, onExport, onClose } = props;
  const list = useColumns(entity, listColumns);
  const all = Object.keys(exportColumns(entity));
  const usual = entity.csv ? Object.keys(entity.csv) : all;
  const usualFormat = entity.csv ? 'csv' : 'json';
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(usual));
  const [format, setFormat] = useState<FileChoice['format']>(usualFormat);
  const [content, setContent] = useState<keyof typeof contents>('all');
  const isAsShown = content === 'shown';
  const [order, setOrder] = useState<keyof typeof orders>('usual');
  const ordered = order === 'usual' ? all : inColumnOrder(all, list.all);
  const columns = isAsShown ? headingsIn(all, list.shown) : ordered.filter((heading) => chosen.has(heading));
  const isUsual = !isAsShown && format === usualFormat && columns.join() === usual.join();
  const turn = (heading: string, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, heading] : [...chosen].filter((other) => other !== heading)));
  return (
    <ActionDialog
      title={`Export ${count === undefined ? entity.many : counted(entity, count)}`}
      submitLabel="Export"
      isDisabled={columns.length === 0}
      submit={() => onExport(isUsual ? undefined : { columns, format, isAsShown })}
      onClose={onClose}
    >
      <Segments label="Content" options={contents} value={content} onChange={setContent} />
      {isAsShown ? (
        <p className="text-sm text-ink-2">
          {columns.join(', ')}. Dates, choices and prices are written as on the page; secrets are left out.
        </p>
      ) : (
        <fieldset>
          <legend className="mb-1.5 text-sm font-medium">Columns</legend>
          <div className="max-h-[min(22rem,50dvh)] columns-2 gap-x-3 overflow-y-auto rounded-md border border-line p-2 max-sm:columns-1">
            {ordered.map((heading) => (
              <CheckLabel
                key={heading}
                checked={chosen.has(heading)}
                onChange={({ target }) => turn(heading, target.checked)}
              >
                {heading}
              </CheckLabel>
            ))}
          </div>
          <div className="mt-1.5 flex gap-4">
            {Object.entries({ All: all, None: [], Default: usual }).map(([label, headings]) => (
              <button
                key={label}
                type="button"
                className="min-h-6 rounded text-sm text-accent-text hover:underline"
                onClick={() => setChosen(new Set(headings))}
              >
                {label}
              </button>
            ))}
          </div>
        </fieldset>
      )}
      {list.isMoved && !isAsShown && (
        <Segments label="Order" options={orders} value={order} onChange={setOrder} />
      )}
      <Segments label="Format" options={formats} value={format} onChange={setFormat} />
    </ActionDialog>
  );
}
