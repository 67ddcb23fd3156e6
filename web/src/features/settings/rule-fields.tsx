import type { AlertRule } from '@quartermaster/contract/alert-rules/alert-rules.schema';
import { defaultDistances } from '@quartermaster/contract/alert-rules/alert-rules.routes';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { wholeNumber } from '../../form/whole-number.ts';
import { distanceText } from '../../records/alerts/alert-words.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckLabel } from '../../ui/check-label.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { channelsQuery } from './channels-panel.tsx';
import { membersQuery } from './members-section.tsx';

export type RuleValues = Pick<AlertRule, 'distances' | 'channelIds' | 'userIds' | 'escalation' | 'isActive'>;

export const valuesOf = ({
  distances,
  channelIds,
  userIds,
  escalation,
  isActive,
}: AlertRule): RuleValues => ({
  distances,
  channelIds,
  userIds,
  escalation,
  isActive,
});

interface RuleFieldsProps {
  values: RuleValues;
  set: (change: Partial<RuleValues>) => void;
  errorOf: (field: keyof RuleValues) => string | undefined;
}

const toggled = <T,>(list: readonly T[], each: T): T[] =>
  list.includes(each) ? list.filter((other) => other !== each) : [...list, each];

const chipClass =
  'inline-flex h-8 items-center rounded-full border border-line bg-surface px-3 text-sm text-ink-2 hover:bg-sunken hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text max-md:h-10';

/** At which distances, over which channels, to whom, and who is told if nobody acknowledges. */
export function RuleFields({ values, set, errorOf }: RuleFieldsProps) {
  const channels = useQuery(channelsQuery).data?.channels ?? [];
  const members = useQuery(membersQuery).data?.members ?? [];
  const { distances, channelIds, userIds, escalation } = values;
  return (
    <>
      <CheckLabel checked={values.isActive} onChange={({ target }) => set({ isActive: target.checked })}>
        Active
      </CheckLabel>
      <Field
        label="When"
        isGroup
        error={errorOf('distances')}
        hint="Short certificates: 20, 10 and 3 % of their lifetime."
      >
        {(aria) => (
          <div role="group" aria-labelledby={aria['aria-labelledby']} className="flex flex-wrap gap-1.5">
            {[...new Set([...defaultDistances, ...distances])]
              .sort((a, b) => b - a)
              .map((distance) => (
                <button
                  key={distance}
                  type="button"
                  aria-pressed={distances.includes(distance)}
                  className={chipClass}
                  onClick={() => set({ distances: toggled(distances, distance) })}
                >
                  {distanceText(distance)}
                </button>
              ))}
            <AddDays onAdd={(days) => set({ distances: [...new Set([...distances, days])] })} />
          </div>
        )}
      </Field>
      <Field label="Channels" isGroup error={errorOf('channelIds')}>
        {(aria) => (
          <Checks
            labelledBy={aria['aria-labelledby']}
            none="Add a channel under Where to."
            options={channels.map(({ id, name }) => ({ id, name }))}
            chosen={channelIds}
            onToggle={(id) => set({ channelIds: toggled(channelIds, id) })}
          />
        )}
      </Field>
      <Field
        label="People"
        isGroup
        error={errorOf('userIds')}
        hint="They get mail: one by one from 7 days on, all in their digest."
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
              <Checks
                labelledBy={aria['aria-labelledby']}
                none="There are no members."
                options={members.map(({ userId, name, email }) => ({ id: userId, name: name ?? email }))}
                chosen={userIds}
                onToggle={(id) => set({ userIds: toggled(userIds, id) })}
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
        {() => (
          <div className="grid gap-3">
            {escalation.map((step, at) => {
              const change = (with_: Partial<typeof step>) =>
                set({
                  escalation: escalation.map((each, place) => (place === at ? { ...each, ...with_ } : each)),
                });
              return (
                <div key={at} className="grid gap-1.5 rounded-md border border-line p-3">
                  <div className="flex items-center gap-2 text-sm">
                    After
                    <Input
                      aria-label={`Days before level ${at + 1}`}
                      inputMode="numeric"
                      className="w-16"
                      maxLength={5}
                      value={step.afterDays < 0 ? '' : String(step.afterDays)}
                      onChange={({ target }) => change({ afterDays: wholeNumber(target.value) })}
                    />
                    days
                    <IconButton
                      label={`Remove level ${at + 1}`}
                      icon={Trash2}
                      className="ml-auto"
                      onClick={() => set({ escalation: escalation.filter((_, place) => place !== at) })}
                    />
                  </div>
                  <Checks
                    none="Add a channel under Where to."
                    options={channels.map(({ id, name }) => ({ id, name }))}
                    chosen={step.channelIds}
                    onToggle={(id) => change({ channelIds: toggled(step.channelIds, id) })}
                  />
                </div>
              );
            })}
            <Button
              icon={Plus}
              className="justify-self-start"
              onClick={() => set({ escalation: [...escalation, { afterDays: 3, channelIds: [] }] })}
            >
              Add level
            </Button>
          </div>
        )}
      </Field>
    </>
  );
}

interface ChecksProps {
  labelledBy?: string | undefined;
  none: string;
  options: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onToggle: (id: string) => void;
}

const Checks = ({ labelledBy, none, options, chosen, onToggle }: ChecksProps) =>
  options.length === 0 ? (
    <p className="text-sm text-ink-2">{none}</p>
  ) : (
    <div role="group" aria-labelledby={labelledBy} className="grid gap-1">
      {options.map(({ id, name }) => (
        <CheckLabel key={id} checked={chosen.includes(id)} onChange={() => onToggle(id)}>
          {name}
        </CheckLabel>
      ))}
    </div>
  );

function AddDays({ onAdd }: { onAdd: (days: number) => void }) {
  const [text, setText] = useState('');
  const days = wholeNumber(text);
  const add = () => {
    if (days < 0) return;
    onAdd(days);
    setText('');
  };
  return (
    <span className="inline-flex items-center gap-1">
      <Input
        aria-label="Other days before"
        placeholder="Days"
        inputMode="numeric"
        className="w-16"
        maxLength={5}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          add();
        }}
      />
      <IconButton label="Add a distance" icon={Plus} onClick={add} />
    </span>
  );
}
