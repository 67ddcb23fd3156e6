import type { DateOrder, Import, ImportColumn } from '@quartermaster/contract/imports/imports.schema';
import { takesSeveralColumns } from '@quartermaster/contract/imports/shared-targets';
import { ArrowRight, Lock } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Panel } from '../../ui/panel.tsx';
import { TargetSelect } from './target-select.tsx';
import type { ImportChoices } from './use-import.ts';
import { formatDay } from '../../ui/format.ts';

const numbers = /^\s*(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})\b/;

/** A date of an undecided column written out in an order of days and months; null for one that is not undecided. */
export function writtenOut(example: string, order: DateOrder): string | null {
  const [, first, second, year = ''] = numbers.exec(example) ?? [];
  if (first === undefined || second === undefined) return null;
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  const whole = year.length === 2 ? `20${year}` : year;
  const date = new Date(Date.UTC(Number(whole), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 ? formatDay(date.toISOString()) : null;
}

interface ColumnListProps {
  shown: Import;
  onChange: (choices: ImportChoices) => void;
}

/** Those that become something first. Changing one moves none, so the order is that of the first look. */
function useOrder(columns: readonly ImportColumn[]): readonly ImportColumn[] {
  const key = JSON.stringify(columns.map(({ header }) => header));
  const sorted = () =>
    [...columns].sort((one, other) => Number(one.target === null) - Number(other.target === null));
  const [order, setOrder] = useState(() => ({ key, headers: sorted().map(({ header }) => header) }));
  if (order.key !== key) setOrder({ key, headers: sorted().map(({ header }) => header) });
  const byHeader = new Map(columns.map((column) => [column.header, column]));
  return order.headers.flatMap((header) => byHeader.get(header) ?? []);
}

/** The columns of the file, with what each becomes. */
export function ColumnList({ shown, onChange }: ColumnListProps) {
  const columns = useOrder(shown.columns);
  const isNoted = shown.targets.some(({ target }) => target === 'secureNote');
  const setTarget = (column: ImportColumn, target: string | null) => {
    const other = shown.columns.find((each) => each.target === target && each !== column);
    const isFreed = other && target !== null && !takesSeveralColumns(target);
    onChange({ mapping: { ...(isFreed && { [other.header]: null }), [column.header]: target } });
  };
  return (
    <Panel title="Columns">
      <ul className="divide-y divide-line">
        {columns.map((column) => (
          <li
            key={column.header}
            className="grid gap-x-3 gap-y-1.5 px-4 py-2 md:grid-cols-[minmax(0,1fr)_1rem_minmax(0,1fr)] md:items-center"
          >
            <ColumnSource
              column={column}
              onChange={(target) => setTarget(column, target)}
              isNoted={isNoted}
            />
            <ArrowRight aria-hidden className="size-4 text-ink-3 max-md:hidden" />
            <div className="grid gap-1.5">
              <div className="flex items-center gap-2">
                <TargetSelect
                  shown={shown}
                  column={column}
                  onChange={(target) => setTarget(column, target)}
                />
                <span className="shrink-0 text-right md:w-16">
                  {column.guessed && <Badge tone="info">Guessed</Badge>}
                </span>
              </div>
              {column.asks === 'target' && (
                <p className="text-xs text-warn">
                  Several columns have such values: choose what this one is.
                </p>
              )}
              <DateOrders
                column={column}
                chosen={new Map(Object.entries(shown.options.dates)).get(column.header)}
                onChange={(order) => onChange({ options: { dates: { [column.header]: order } } })}
              />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

interface ColumnSourceProps {
  column: ImportColumn;
  onChange: (target: string) => void;
  /** Whether its records have a secure note. */
  isNoted: boolean;
}

function ColumnSource({ column, onChange, isNoted }: ColumnSourceProps) {
  const { header, target, examples, secret } = column;
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-1.5 text-sm font-medium">
        {secret && (
          <span data-tip="It looks secret, so its values are not shown" className="inline-flex">
            <Lock aria-label="Secret" className="size-3.5 text-ink-2" strokeWidth={2} />
          </span>
        )}
        <span className="min-w-0 wrap-anywhere">{header}</span>
      </p>
      <p className="clipped text-xs text-ink-2">
        {secret ? '••••••••' : examples.length > 0 ? examples.join(' · ') : 'No values'}
      </p>
      {secret && target === null && (
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-warn">
          It looks like a password, and is left out.
          {isNoted && (
            <button
              type="button"
              aria-label={`Put it in the secure note: ${header}`}
              onClick={() => onChange('secureNote')}
              className="text-accent-text underline"
            >
              Put it in the secure note
            </button>
          )}
        </p>
      )}
    </div>
  );
}

interface DateOrdersProps {
  column: ImportColumn;
  chosen: DateOrder | undefined;
  onChange: (order: DateOrder) => void;
}

/** Which number is the day, where no date of the column tells. */
function DateOrders({ column: { header, examples, asks }, chosen, onChange }: DateOrdersProps) {
  if (asks !== 'dates' && chosen === undefined) return null;
  const written = (order: DateOrder) =>
    examples.flatMap((example) => writtenOut(example, order) ?? []).join(', ');
  return (
    <div role="group" aria-label={`Dates of ${header}`} className="grid gap-1">
      <p className={asks === 'dates' ? 'text-xs text-warn' : 'text-xs text-ink-2'}>
        {examples[0]}: which day is it?
      </p>
      <div className="flex flex-wrap gap-1.5">
        {(['dmy', 'mdy'] as const).map((order) => (
          <button
            key={order}
            type="button"
            aria-pressed={chosen === order}
            onClick={() => onChange(order)}
            className="min-h-8 rounded-md border border-control px-2.5 py-1 text-left text-xs hover:bg-sunken aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
          >
            <span className="block font-medium">{order === 'dmy' ? 'Day first' : 'Month first'}</span>
            <span className="block">{written(order)}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
