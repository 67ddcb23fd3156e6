import { ChoiceMenu } from '../../ui/choice-menu.tsx';
import { snoozeFor, snoozes } from './use-alert-action.ts';

interface SnoozeMenuProps {
  /** What is snoozed, for the name of the button. */
  of: string;
  onSnooze: (does: ReturnType<typeof snoozeFor>) => void;
}

const choices = snoozes.map(({ days, label }) => ({ value: days, label }));

/** For how long nothing is to be heard. */
export const SnoozeMenu = ({ of, onSnooze }: SnoozeMenuProps) => (
  <ChoiceMenu
    label={
      <>
        Snooze<span className="sr-only"> {of}</span>
      </>
    }
    choices={choices}
    onChoose={(days) => onSnooze(snoozeFor(days))}
  />
);
