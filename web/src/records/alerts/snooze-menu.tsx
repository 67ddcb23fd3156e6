import type { ComponentProps } from 'react';
import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { snoozeFor, snoozes } from './use-alert-action.ts';

interface SnoozeMenuProps extends Pick<ComponentProps<typeof ChoiceMenu>, 'inBar'> {
  /** What is snoozed, for the name of the button. */
  of: string;
  onSnooze: (does: ReturnType<typeof snoozeFor>) => void;
}

const choices = snoozes.map(({ days, label }) => ({ value: days, label }));

/** For how long nothing is to be heard. */
export const SnoozeMenu = ({ of, onSnooze, ...rest }: SnoozeMenuProps) => (
  <ChoiceMenu
    {...rest}
    label={
      <>
        Snooze<span className="sr-only"> {of}</span>
      </>
    }
    choices={choices}
    onChoose={(days) => onSnooze(snoozeFor(days))}
  />
);
