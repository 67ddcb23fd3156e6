import { buttonClass } from '../../ui/button.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { snoozeFor, snoozes } from './use-alert-action.ts';

interface SnoozeMenuProps {
  /** What is snoozed, for the name of the button. */
  of: string;
  onSnooze: (does: ReturnType<typeof snoozeFor>) => void;
}

/** For how long nothing is to be heard. */
export const SnoozeMenu = ({ of, onSnooze }: SnoozeMenuProps) => (
  <Disclosure
    at="button"
    label={
      <>
        Snooze<span className="sr-only"> {of}</span>
      </>
    }
    buttonClass={buttonClass('default', 'max-md:h-9')}
    panelClass="w-40"
  >
    {(close) => (
      <ul>
        {snoozes.map(({ days, label }) => (
          <li key={days}>
            <button
              type="button"
              className="flex h-9 w-full items-center rounded-md px-2.5 text-left text-sm hover:bg-sunken"
              onClick={() => {
                close();
                onSnooze(snoozeFor(days));
              }}
            >
              {label}
            </button>
          </li>
        ))}
      </ul>
    )}
  </Disclosure>
);
