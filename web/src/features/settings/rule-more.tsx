import { defaultShares } from '@quartermaster/contract/alert-rules/alert-rules.routes';
import { expirationKinds, expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { type ReactNode, useState } from 'react';
import { Chip } from '../../ui/chip.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { NumberChips } from './number-chips.tsx';
import { type RulePartProps, toggled } from './rule-values.ts';

const otherShare = {
  label: 'Other share in percent',
  unit: '%',
  act: 'Add a share',
  parse: (text: string) => {
    const percent = /^\d+(\.\d+)?$/.test(text) ? Number(text) : 0;
    return percent > 0 && percent <= 100 ? percent : undefined;
  },
  refusal: 'A share must be above 0 and at most 100 percent',
};

/** What is rarely changed, folded away until it has an error. */
export function RuleMore({ values, set, errorOf, children }: RulePartProps & { children?: ReactNode }) {
  const { shares } = values;
  const [singleFrom, setSingleFrom] = useState(String(values.singleFrom));
  const [isOpen, setOpen] = useState(false);
  const hasError = (['what', 'shares', 'singleFrom'] as const).some((field) => errorOf(field) !== undefined);
  return (
    <details open={isOpen || hasError} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer content-center text-sm font-medium text-accent-text">
        More
      </summary>
      <div className="mt-3 grid gap-4">
        {children}
        <Field
          label="Short certificates"
          isGroup
          error={errorOf('shares')}
          hint="What remains of their lifetime, if that is 200 days at most."
        >
          {(aria) => (
            <NumberChips
              aria={aria}
              usual={defaultShares}
              chosen={shares}
              textOf={(percent) => `${percent} %`}
              other={otherShare}
              onChange={(chosen) => set({ shares: chosen })}
            />
          )}
        </Field>
        <Field
          label="Single mails to people from days before"
          error={errorOf('singleFrom')}
          hint="Earlier, the date is in their digest alone. -1: only once it has passed."
        >
          {(aria) => (
            <Input
              {...aria}
              autoComplete="off"
              maxLength={6}
              value={singleFrom}
              onChange={({ target }) => {
                setSingleFrom(target.value);
                const text = target.value.trim();
                // The server refuses what is no number.
                set({ singleFrom: text === '' ? NaN : Number(text) });
              }}
            />
          )}
        </Field>
      </div>
    </details>
  );
}

/** For which of all that expires the rule holds. */
export const WhatField = ({ values: { what }, set, errorOf }: RulePartProps) => (
  <Field label="What" isGroup error={errorOf('what')} hint="With none chosen: all that expires.">
    {(aria) => (
      <div role="group" aria-labelledby={aria['aria-labelledby']} className="flex flex-wrap gap-1.5">
        {expirationKinds.map((kind) => (
          <Chip key={kind} isPressed={what.includes(kind)} onClick={() => set({ what: toggled(what, kind) })}>
            {expirationLabels[kind]}
          </Chip>
        ))}
      </div>
    )}
  </Field>
);
