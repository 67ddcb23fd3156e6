import type { Impact } from '@quartermaster/contract/api/impact';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { limits } from '@quartermaster/contract/rules/limits';
import { type ReactNode, useLayoutEffect } from 'react';
import { ConfirmPopup } from '../ui/dialog-popups.tsx';
import { formatNumber } from '../ui/format.ts';
import { DeletionEffects, isRefusing } from './deletion-effects.tsx';
import { areaOfEntity } from './entities.ts';
import type { Entity, Identified } from './entity.ts';
import { type Chosen, ImpactSummary, useImpact } from './impact-summary.tsx';
import { RecordDetail, recordName } from './record-name.tsx';
import { useRelations } from './use-relations.ts';

const namedAtMost = 5;

interface DeleteDialogProps {
  entity: Entity;
  open: boolean;
  /** The question. */
  title: string;
  /** The records that are loaded. */
  rows: readonly Identified[];
  /** The number of records. */
  count: number;
  /** Which they are, if not all are loaded. */
  chosen?: Chosen | undefined;
  children?: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before deleting records; names them, what depends on them and, for a single record, what prevents it. */
export default function DeleteDialog(props: DeleteDialogProps) {
  const { entity, open, rows, count, chosen, children, ...dialog } = props;
  const area = areaOfEntity(entity);
  const [first] = rows;
  const only = count === 1 ? first : undefined;
  // Not after the confirmation, when the record no longer exists.
  const groups = useRelations(only && `${area}:${only.id}`, open).data?.groups ?? [];
  const isBounded = count > 0 && count <= limits.impactRecords;
  const impact = useImpact(area, chosen ?? { ids: rows.map(({ id }) => id) }, open && isBounded).data;
  useTint(open ? rows : noRows);
  const isVain = groups.some(isRefusing);
  const named = rows.slice(0, namedAtMost);
  const body = (
    <>
      <ul className="text-base font-semibold text-ink">
        {named.map((row) => {
          const { id, name, detail } = recordName(area, row);
          return (
            <li key={id} className="wrap-anywhere">
              <span>{shownName(area, name)}</span> <RecordDetail area={area} detail={detail} />
            </li>
          );
        })}
        {count > named.length && <li>+{formatNumber(count - named.length)}</li>}
      </ul>
      {only && <DeletionEffects area={area} id={only.id} groups={groups} />}
      {impact && (!only || reachesFurther(impact)) && <ImpactSummary impact={impact} />}
      {children}
      {!isVain && <p>You can restore {only ? 'it' : 'them'} from the trash.</p>}
    </>
  );
  return <ConfirmPopup {...dialog} open={open} body={body} isVain={isVain} />;
}

/** Whether it says more than `DeletionEffects`, which tells what uses a single record directly. */
const reachesFurther = ({ nodes }: Impact): boolean =>
  nodes.some(({ direction, depth }) => direction === 'usedBy' && depth > 1);

const noRows: readonly never[] = [];

/** Tints rows behind the dialog, through an attribute: the rows are memoised and belong to another component. */
function useTint(rows: readonly Identified[]): void {
  const ids = rows.map(({ id }) => id).join();
  useLayoutEffect(() => {
    const wanted = new Set(ids.split(','));
    const tinted = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter(({ dataset }) =>
      wanted.has(dataset['row'] ?? ''),
    );
    for (const row of tinted) row.dataset['asked'] = '';
    return () => tinted.forEach((row) => delete row.dataset['asked']);
  }, [ids]);
}
