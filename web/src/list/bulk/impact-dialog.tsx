import { limits } from '@quartermaster/contract/rules/limits';
import { counted } from '../../records/count-text.ts';
import { areaOfEntity } from '../../records/entities.ts';
import type { Entity } from '../../records/entity.ts';
import type { Chosen } from '../../records/impact-summary.tsx';
import { ImpactView } from '../../records/impact-view.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { formatNumber } from '../../ui/format.ts';

interface ImpactDialogProps {
  entity: Entity;
  count: number;
  chosen: Chosen;
  onClose: () => void;
}

/** What depends on the selected records. */
export function ImpactDialog({ entity, count, chosen, onClose }: ImpactDialogProps) {
  return (
    <ActionDialog isWide title={`Impact of ${counted(entity, count)}`} closeLabel="Close" onClose={onClose}>
      {count > limits.impactRecords ? (
        <p>At most {formatNumber(limits.impactRecords)} records at once: narrow the filters.</p>
      ) : (
        <div className="max-h-[60dvh] overflow-y-auto">
          <ImpactView area={areaOfEntity(entity)} chosen={chosen} />
        </div>
      )}
    </ActionDialog>
  );
}
