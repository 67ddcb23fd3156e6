import { shownName } from '@quartermaster/contract/rules/domain-name';
import type { DeletedRecord } from '@quartermaster/contract/trash/trash.schema';
import { RotateCcw, Undo2 } from 'lucide-react';
import { useMayWrite } from '../../api/rights.ts';
import { entities } from '../../records/entities.ts';
import { capital } from '../../records/entity.ts';
import { madeBy } from '../../records/history/act-words.ts';
import { askUndo } from '../../records/history/undo-asked.ts';
import { useRestore } from '../../records/history/use-restore.ts';
import { Button } from '../../ui/button.tsx';
import { formatDateTime, formatRelative } from '../../ui/format.ts';

/** 'used by shop.example +2'. */
function detachedText({ detached, detachedCount }: DeletedRecord): string {
  const [first] = detached;
  if (!first) return '';
  const more = detachedCount > 1 ? ` +${detachedCount - 1}` : '';
  return `used by ${shownName(first.area, first.name)}${more}`;
}

export function DeletedRow({ record }: { record: DeletedRecord }) {
  const { id, area, name, deletedAt, batchId } = record;
  const { entity } = entities[area];
  const mayWrite = useMayWrite(entity);
  const restore = useRestore({ id, name: shownName(area, name) });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5">
      <div className="min-w-0 flex-1 max-md:basis-full">
        <p className="font-medium wrap-anywhere">{shownName(area, name)}</p>
        <p className="text-xs text-ink-2">
          {[capital(entity.one), detachedText(record)].filter((text) => text !== '').join(' · ')}
        </p>
      </div>
      <p className="text-xs text-ink-2 max-md:flex-1 md:w-48">
        {madeBy(record)}
        <br />
        <time dateTime={deletedAt} data-tip={formatDateTime(deletedAt)}>
          {formatRelative(deletedAt)}
        </time>
      </p>
      {mayWrite && (
        <div className="flex gap-2">
          <Button icon={RotateCcw} busy={restore.isPending} onClick={() => restore.mutate()}>
            Restore
          </Button>
          {batchId !== null && (
            <Button variant="ghost" icon={Undo2} onClick={() => askUndo(batchId)}>
              Restore all deleted with it
            </Button>
          )}
        </div>
      )}
    </li>
  );
}
