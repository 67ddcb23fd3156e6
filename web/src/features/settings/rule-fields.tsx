import {
  type RuleChange,
  defaultDistances,
  defaultShares,
  ruleChanges,
} from '@quartermaster/contract/alert-rules/alert-rules.routes';
import { expirationKinds, expirationLabels } from '@quartermaster/contract/expirations/expirations.routes';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { wholeNumber } from '../../form/typed-numbers.ts';
import { distanceText } from '../../records/alerts/alert-words.ts';
import { CheckLabel } from '../../ui/check-label.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Field } from '../../ui/field.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { channelsQuery } from './channels-panel.tsx';
import { CheckList, toggled } from './check-list.tsx';
import { membersQuery } from './members-section.tsx';
import { NumbersField } from './numbers-field.tsx';
import { RuleEscalation } from './rule-escalation.tsx';
import type { RuleForm } from './use-rule-form.ts';

interface RulePartProps {
  form: RuleForm;
}

const otherDays = {
  label: 'Other days before',
  unit: 'Days',
  act: 'Add a reminder',
  parse: (text: string) => {
    const days = wholeNumber(text);
    return days < 0 ? undefined : days;
  },
  refusal: 'Days must be a whole number',
};

const mailedFrom = (days: number): string => {
  if (!Number.isInteger(days) || days < -1) return '';
  if (days === -1) return 'one by one once the date has passed, ';
  return `one by one ${days === 0 ? 'on the day' : days === 1 ? 'from 1 day on' : `from ${days} days on`}, `;
};

/** How long before, over which channels, to whom, and to whom if nobody acknowledges. */
export function RuleFields({ form }: RulePartProps) {
  const { values, set, errorOf, field } = form;
  const channels = useQuery(channelsQuery).data?.channels.map(({ id, name, isActive }) => ({
    id,
    name: isActive ? name : `${name} (off)`,
  }));
  const members = useQuery(membersQuery).data?.members.map(({ userId, name, email }) => ({
    id: userId,
    name: name ?? email,
  }));
  const { userIds } = values;
  return (
    <>
      <CheckLabel checked={values.isActive} onChange={({ target }) => set({ isActive: target.checked })}>
        Active
      </CheckLabel>
      <NumbersField
        label="How long before"
        hint="Certificates that live up to 200 days have shares of their lifetime instead, under More."
        {...field('distances')}
        usual={defaultDistances}
        textOf={(days) => distanceText(days) ?? ''}
        other={otherDays}
      />
      <ChangesField form={form} />
      <Field label="Channels" isGroup error={errorOf('channelIds')}>
        {(aria) => (
          <CheckList
            labelledBy={aria['aria-labelledby']}
            none="Add a channel under Channels."
            options={channels}
            {...field('channelIds')}
            deleted="Deleted channel"
          />
        )}
      </Field>
      <Field
        label="People"
        isGroup
        error={errorOf('userIds')}
        hint={`They get mail: ${mailedFrom(values.singleFrom)}all in their digest.`}
      >
        {(aria) => (
          <div className="grid gap-1">
            <CheckLabel
              checked={userIds === null}
              onChange={({ target }) => set({ userIds: target.checked ? null : [] })}
            >
              Owners of the workspace
            </CheckLabel>
            {userIds !== null && (
              <CheckList
                labelledBy={aria['aria-labelledby']}
                none="There are no members."
                options={members}
                value={userIds}
                deleted="Former member"
                onChange={(chosen) => set({ userIds: chosen })}
              />
            )}
          </div>
        )}
      </Field>
      <Field
        label="Escalation"
        isGroup
        error={errorOf('escalation')}
        hint="Told if nobody has acknowledged the alert."
      >
        {() => <RuleEscalation channels={channels} {...field('escalation')} />}
      </Field>
    </>
  );
}

const changeLabels: Readonly<Record<RuleChange, string>> = {
  nameServers: 'Name servers',
  registrar: 'Registrar',
  transferLock: 'Transfer lock gone',
  dnssec: 'DNSSEC off',
  hold: 'On hold',
};

/** What of domains is told beside dates when it changes. */
const ChangesField = ({ form: { values, set, errorOf } }: RulePartProps) => (
  <Field label="Also tell" isGroup error={errorOf('changes')} hint="Of domains, when it has changed.">
    {(aria) => (
      <div role="group" aria-labelledby={aria['aria-labelledby']} className="flex flex-wrap gap-1.5">
        {ruleChanges.map((change) => (
          <Chip
            key={change}
            isPressed={values.changes.includes(change)}
            onClick={() => set({ changes: toggled(values.changes, change) })}
          >
            {changeLabels[change]}
          </Chip>
        ))}
      </div>
    )}
  </Field>
);

/** For which of all that expires the rule holds. */
export const WhatField = ({ form: { values, set, errorOf } }: RulePartProps) => (
  <Field label="What" isGroup error={errorOf('what')} hint="With none chosen: all that expires.">
    {(aria) => (
      <div role="group" aria-labelledby={aria['aria-labelledby']} className="flex flex-wrap gap-1.5">
        {expirationKinds.map((kind) => (
          <Chip
            key={kind}
            isPressed={values.what.includes(kind)}
            onClick={() => set({ what: toggled(values.what, kind) })}
          >
            {expirationLabels[kind]}
          </Chip>
        ))}
      </div>
    )}
  </Field>
);

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
export function RuleMore({ form, children }: RulePartProps & { children?: ReactNode }) {
  const { values, set, errorOf, field } = form;
  const [singleFrom, setSingleFrom] = useState(String(values.singleFrom));
  const [isOpen, setOpen] = useState(false);
  const hasError = (['what', 'shares', 'singleFrom'] as const).some((name) => errorOf(name) !== undefined);
  return (
    <details open={isOpen || hasError} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="min-h-6 cursor-pointer content-center text-sm font-medium text-accent-text">
        More
      </summary>
      <div className="mt-3 grid gap-4">
        {children}
        <NumbersField
          label="Short certificates"
          hint="What remains of their lifetime, if that is 200 days at most."
          {...field('shares')}
          usual={defaultShares}
          textOf={(percent) => `${percent} %`}
          other={otherShare}
        />
        <InputField
          label="Single mails to people from days before"
          hint="Earlier, the date is in their digest alone. -1: only once it has passed."
          error={errorOf('singleFrom')}
          autoComplete="off"
          maxLength={6}
          value={singleFrom}
          onChange={(text) => {
            setSingleFrom(text);
            // The server refuses what is no number.
            set({ singleFrom: text.trim() === '' ? NaN : Number(text.trim()) });
          }}
        />
      </div>
    </details>
  );
}
