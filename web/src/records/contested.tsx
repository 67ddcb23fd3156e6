import type { Contest } from '@quartermaster/contract/api/merge';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import type { Values } from '@quartermaster/contract/rules/same';

/** A contested field, with the choices. */
export interface ContestedField extends Contest {
  keep: () => void;
  take: () => void;
}

interface ContestedProps {
  /** Renders nothing for a field that is not contested. */
  field: ContestedField | undefined;
  /** Formats its value, given the fields that form one with it; by default as text. */
  show?: (value: unknown, side: Values) => ReactNode;
  /** Masked until shown. */
  isSecret?: boolean;
}

const asText = (value: unknown): ReactNode => {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : 'nothing';
};

/** For flags. */
export const yesOrNo = (value: unknown): string => (value === true ? 'Yes' : 'No');

/**
 * Moves the focus from a choice, which disappears, to the next one in the form, or to the button that saves: keys reach
 * the form only from inside.
 */
function leave(choice: Element): void {
  const group = choice.closest('[data-contested]');
  const form = choice.closest('form');
  const groups = [...(form?.querySelectorAll('[data-contested]') ?? [])];
  const at = group ? groups.indexOf(group) : -1;
  const next = groups[at + 1] ?? groups.find((other) => other !== group);
  (next ?? form)?.querySelector<HTMLElement>(next ? 'button' : '[type=submit]')?.focus();
}

/** Shows the stored value beside the typed one, with the choice between them. */
export function Contested({ field, show = asText, isSecret = false }: ContestedProps) {
  const [isShown, setShown] = useState(!isSecret);
  if (!field) return null;
  const [name = ''] = field.names;
  const rest = field.names.includes('apiCredentials') && ', with its credentials';
  const decide =
    (choose: () => void) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) => {
      leave(currentTarget);
      choose();
    };
  const shown = (side: Values) => (isShown || !side[name] ? show(side[name], side) : '••••••••');
  return (
    <div
      role="group"
      aria-label="Changed meanwhile"
      data-contested
      className="grid gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn"
    >
      <p className="wrap-anywhere whitespace-pre-line">
        Now: <strong className="font-semibold">{shown(field.now)}</strong>
        {rest} / Yours: <strong className="font-semibold">{shown(field.yours)}</strong>
        {rest}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={decide(field.keep)}>Keep mine</Button>
        <Button onClick={decide(field.take)}>Take theirs</Button>
        {isSecret && (
          <Button aria-pressed={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide' : 'Show'}
          </Button>
        )}
      </div>
    </div>
  );
}
