import type { Mismatch } from '@quartermaster/contract/mismatches/mismatches.schema';
import { mismatchLabels } from './mismatch-labels.ts';
import type { ReactNode, RefObject } from 'react';
import { inWorkspace } from '../../api/workspace.ts';
import { valueLines } from '../../records/looked-up/fact-words.ts';
import { sourceAndAge } from '../../records/looked-up/source.ts';
import { shownName } from '../../records/record-name.tsx';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useHotkeys } from '../../ui/use-hotkeys.ts';

type Act = (row: Mismatch) => void;

interface RowsProps {
  /** Undefined while the first ones load. */
  rows: readonly Mismatch[] | undefined;
  frame: RefObject<HTMLDivElement | null>;
  mayWrite: boolean;
  onOpen: Act;
  onTakeOver: Act;
  onIgnore: Act;
  /** Shown when there are none. */
  empty: ReactNode;
}

/** The differences: Recorded → Found, where that comes from, and what can be done. */
export function MismatchRows(props: RowsProps) {
  const { rows, frame, empty } = props;
  useRowKeys(props);
  return (
    <div
      ref={frame}
      className="relative flex min-h-0 flex-col overflow-auto rounded-lg border border-line bg-surface"
    >
      {rows?.length === 0 ? (
        empty
      ) : (
        <ul
          aria-label="Does not match"
          aria-busy={!rows}
          className={`divide-y divide-line ${rows ? '' : 'pulse'}`}
        >
          {!rows && <Skeleton className="m-3 h-4 w-1/2" />}
          {rows?.map((row) => (
            <Row key={row.id} row={row} {...props} />
          ))}
        </ul>
      )}
    </div>
  );
}

const shownValue = (value: string): string => valueLines(value).join(' ');

function Row({ row, mayWrite, onOpen, onTakeOver, onIgnore }: RowsProps & { row: Mismatch }) {
  const { id, area, recordId, name, field, recorded, found, source, observedAt, why, canTakeOver, state } =
    row;
  return (
    <li
      data-row={id}
      tabIndex={-1}
      className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-sm outline-none hover:bg-sunken focus-visible:bg-sunken focus-visible:shadow-[inset_3px_0_var(--color-accent)]"
    >
      <span className="grid min-w-0 flex-[1_1_12rem]">
        <a
          href={inWorkspace(`/${area}/${recordId}?tab=facts`)}
          className="clipped py-1 font-medium hover:underline"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onOpen(row);
          }}
        >
          {shownName(area, name)}
        </a>
        <span className="text-xs text-ink-2">{mismatchLabels[field]}</span>
      </span>
      <span className="grid min-w-0 flex-[2_1_16rem] wrap-anywhere">
        <span>
          <span className="text-ink-2">{recorded === null ? 'Nothing' : shownValue(recorded)}</span>
          {' → '}
          <span className="font-medium">{shownValue(found)}</span>
        </span>
        <span className="text-xs text-ink-2">
          {sourceAndAge(source, observedAt)} · {why}
        </span>
      </span>
      {mayWrite && (
        <span className="no-print flex shrink-0 gap-1 md:w-52 md:justify-end">
          {canTakeOver && (
            <Button
              aria-label={`Take over: ${name}, ${mismatchLabels[field]}`}
              onClick={() => onTakeOver(row)}
            >
              Take over
            </Button>
          )}
          <Button
            variant="ghost"
            aria-label={`${state === 'ignored' ? 'Do not ignore' : 'Ignore'}: ${name}, ${mismatchLabels[field]}`}
            onClick={() => onIgnore(row)}
          >
            {state === 'ignored' ? 'Do not ignore' : 'Ignore'}
          </Button>
        </span>
      )}
    </li>
  );
}

/** Keys that move between rows and open one. */
function useRowKeys({ rows, frame, onOpen }: RowsProps): void {
  const all = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const move = (steps: number) => () => {
    const list = all();
    const at = list.findIndex((row) => row.contains(document.activeElement));
    list[Math.max(0, Math.min(at < 0 ? 0 : at + steps, list.length - 1))]?.focus();
  };
  useHotkeys(
    {
      ArrowDown: move(1),
      j: move(1),
      ArrowUp: move(-1),
      k: move(-1),
      Enter: ({ target }) => {
        const row = target instanceof HTMLElement && rows?.find(({ id }) => id === target.dataset['row']);
        // A link or a button in the row acts by itself.
        if (!row) return false;
        return onOpen(row);
      },
    },
    frame,
  );
}
