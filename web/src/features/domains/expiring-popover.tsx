import { Popover } from '@base-ui/react/popover';
import type { client } from '@quartermaster/contract/api/client';
import { limits } from '@quartermaster/contract/rules/limits';
import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ListState } from '../../list/use-list-state.ts';
import { InputField } from '../../ui/input-field.tsx';
import { DayInput } from '../../ui/day-input.tsx';
import { Field } from '../../ui/field.tsx';

export type ExpiringState = Pick<ListState<keyof typeof client.domains.filters>, 'filters' | 'setFilters'>;

/** Long enough to type another digit. */
const typingPause = 400;

interface ExpiringPopoverProps {
  state: ExpiringState;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks for a number of days, or for the first and the last day; the list updates while typing. */
export default function ExpiringPopover({ state, anchor, onClose }: ExpiringPopoverProps) {
  const { filters, setFilters } = state;
  const input = useRef<HTMLInputElement>(null);
  const [days, setDays] = useState(filters.expiringInDays ?? '');
  const isNumber = /^\d+$/.test(days) && Number(days) <= limits.days;
  const isNew = isNumber && days !== filters.expiringInDays;
  const apply = () => setFilters({ expiringInDays: days, expiresFrom: undefined, expiresTo: undefined });
  const latest = useRef(apply);
  useEffect(() => {
    latest.current = apply;
  });
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => latest.current(), typingPause);
    return () => clearTimeout(timer);
  }, [isNew, days]);
  const close = () => {
    if (isNew) apply();
    onClose();
  };
  const day = (name: 'expiresFrom' | 'expiresTo', label: string) => (
    <Field label={label}>
      {(aria) => (
        <DayInput
          {...aria}
          value={filters[name] ?? ''}
          onChange={(day) => {
            setDays('');
            setFilters({ expiringInDays: undefined, [name]: day || undefined });
          }}
        />
      )}
    </Field>
  );
  return (
    <Popover.Root open onOpenChange={close}>
      <Popover.Portal>
        <Popover.Positioner
          anchor={() => anchor.current?.firstElementChild ?? null}
          align="start"
          sideOffset={4}
          className="z-30 outline-none"
        >
          <Popover.Popup
            aria-label="Expiring within"
            initialFocus={input}
            finalFocus={() => anchor.current?.querySelector<HTMLElement>('button, select')}
            className="w-88 max-w-(--available-width) rounded-lg bg-raised p-3 shadow-popup outline-none"
          >
            <form
              noValidate
              onSubmit={(event) => {
                event.preventDefault();
                close();
              }}
              className="grid gap-3"
            >
              <InputField
                label="Days from today"
                error={days === '' || isNumber ? undefined : `At most ${limits.days} days`}
                ref={input}
                inputMode="numeric"
                autoComplete="off"
                value={days}
                onChange={(text) => setDays(text.trim())}
                onFocus={({ target }) => target.select()}
              />
              <div className="grid grid-cols-2 gap-2 border-t border-line pt-3">
                {day('expiresFrom', 'From')}
                {day('expiresTo', 'To')}
              </div>
            </form>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
