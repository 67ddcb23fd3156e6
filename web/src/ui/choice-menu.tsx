import { ChevronDown, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';
import { Disclosure } from './disclosure.tsx';

interface ChoiceMenuProps<T> {
  /** What the button shows. */
  label: ReactNode;
  choices: readonly { value: T; label: string }[];
  onChoose: (value: T) => void;
  /** In the bar of a selection, with this icon. */
  inBar?: LucideIcon;
  /** An arrow at the end of another button. */
  isJoined?: boolean;
}

/** A button that opens a list of choices, each of which acts at once. */
export const ChoiceMenu = <T extends string | number>({
  label,
  choices,
  onChoose,
  inBar: Icon,
  isJoined = false,
}: ChoiceMenuProps<T>) => (
  <Disclosure
    at={Icon ? 'bar' : 'button'}
    label={
      <>
        {Icon && <Icon aria-hidden className="-ml-0.5 size-4 shrink-0" strokeWidth={1.75} />}
        {label}
        {isJoined && <ChevronDown aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />}
      </>
    }
    buttonClass={
      Icon
        ? buttonClass('ghost', 'px-2 max-md:h-9')
        : buttonClass('default', isJoined ? 'rounded-l-none border-l-0 px-2' : 'max-md:h-9')
    }
    panelClass="w-40"
  >
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
