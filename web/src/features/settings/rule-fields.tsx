import { defaultDistances } from '@quartermaster/contract/alert-rules/alert-rules.routes';
import { useQuery } from '@tanstack/react-query';
import { wholeNumber } from '../../form/whole-number.ts';
import { distanceText } from '../../records/alerts/alert-words.ts';
import { CheckLabel } from '../../ui/check-label.tsx';
import { Field } from '../../ui/field.tsx';
import { channelsQuery } from './channels-panel.tsx';
import { CheckList } from './check-list.tsx';
import { membersQuery } from './members-section.tsx';
import { NumberChips } from './number-chips.tsx';
import { RuleEscalation } from './rule-escalation.tsx';
import type { RulePartProps } from './rule-values.ts';

const otherDays = {
  label: 'Other days before',
  unit: 'Days',
  act: 'Add a distance',
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

/** At which distances, over which channels, to whom, and who is told if nobody acknowledges. */
export function RuleFields({ values, set, errorOf }: RulePartProps) {
  const channels = useQuery(channelsQuery).data?.channels.map(({ id, name, isActive }) => ({
    id,
    name: isActive ? name : `${name} (off)`,
  }));
  const members = useQuery(membersQuery).data?.members.map(({ userId, name, email }) => ({
    id: userId,
    name: name ?? email,
  }));
  const { distances, channelIds, userIds, escalation } = values;
  return (
    <>
      <CheckLabel checked={values.isActive} onChange={({ target }) => set({ isActive: target.checked })}>
        Active
      </CheckLabel>
      <Field
        label="How long before"
        isGroup
        error={errorOf('distances')}
        hint="Certificates that live up to 200 days have shares of their lifetime instead, under More."
      >
        {(aria) => (
          <NumberChips
            aria={aria}
            usual={defaultDistances}
            chosen={distances}
            textOf={(days) => distanceText(days) ?? ''}
            other={otherDays}
            onChange={(chosen) => set({ distances: chosen })}
          />
        )}
      </Field>
      <Field label="Channels" isGroup error={errorOf('channelIds')}>
        {(aria) => (
          <CheckList
            labelledBy={aria['aria-labelledby']}
            none="Add a channel under Where to."
            options={channels}
            chosen={channelIds}
            gone="Deleted channel"
            onChange={(chosen) => set({ channelIds: chosen })}
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
                chosen={userIds}
                gone="Former member"
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
        {() => (
          <RuleEscalation
            steps={escalation}
            channels={channels}
            onChange={(steps) => set({ escalation: steps })}
          />
        )}
      </Field>
    </>
  );
}
