import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import { CornerDownLeft, EyeOff } from 'lucide-react';
import { Bar } from '../../list/bulk/bar.tsx';
import { valueNoun } from '../../records/looked-up/found-values.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';

interface SelectedProps {
  rows: readonly Mismatch[];
  isIgnored: boolean;
  isBusy: boolean;
  onTakeOver: (ids: string[]) => void;
  onIgnore: (ids: string[]) => void;
  onClear: () => void;
}

const look = { variant: 'ghost', className: 'px-2 max-md:h-9' } as const;

/** What can be done about the selected differences. */
export function SelectedMismatches({ rows, isIgnored, isBusy, ...does }: SelectedProps) {
  const takable = rows.filter(({ canTakeOver }) => canTakeOver);
  const noun = valueNoun(takable.map(({ field }) => field));
  return (
    <Bar label={`${formatNumber(rows.length)} selected`} onClear={does.onClear} isBusy={isBusy}>
      <div data-actions className="flex min-w-0 flex-wrap items-center">
        {takable.length > 0 && (
          <Button
            {...look}
            icon={CornerDownLeft}
            busy={isBusy}
            onClick={() => does.onTakeOver(takable.map(({ id }) => id))}
          >
            Use {noun}
            {takable.length > 1 && 's'}
          </Button>
        )}
        <Button {...look} icon={EyeOff} onClick={() => does.onIgnore(rows.map(({ id }) => id))}>
          {isIgnored ? 'Do not ignore' : 'Ignore'}
        </Button>
      </div>
    </Bar>
  );
}
