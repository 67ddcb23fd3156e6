import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { Disclosure } from './disclosure.tsx';

interface ChoiceMenuProps<T> {
  /** What the button shows. */
  label: ReactNode;
  choices: readonly { value: T; label: string }[];
  onChoose: (value: T) => void;
}

/** A button that opens a list of choices, each of which acts at once. */
export const ChoiceMenu = <T extends string | number>({ label, choices, onChoose }: ChoiceMenuProps<T>) => (
  <Disclosure at="button" label={label} buttonClass={buttonClass('default', 'max-md:h-9')} panelClass="w-40">
    {(close) => (
      <ul>
        {choices.map(({ value, label: each }) => (
          <li key={value}>
            <button
              type="button"
              className="flex h-9 w-full items-center rounded-md px-2.5 text-left text-sm hover:bg-sunken"
              onClick={() => {
                close();
                onChoose(value);
              }}
            >
              {each}
            </button>
          </li>
        ))}
      </ul>
    )}
  </Disclosure>
);
