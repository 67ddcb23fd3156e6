import type { FieldErrors as Messages } from '@quartermaster/contract/api/errors';
import { type FieldErrors, type FieldValues, type Resolver, set as setPath } from 'react-hook-form';

let isDown = false;
const set = (down: boolean) => () => {
  isDown = down;
};
document.addEventListener('pointerdown', set(true), true);
document.addEventListener('pointerup', set(false), true);
document.addEventListener('pointercancel', set(false), true);

const longest = 1000;

/**
 * Waits until the pointer is released. A press that blurs a field can make a message appear, which would
 * move the pressed button away and lose the click.
 */
const pointerUp = (): Promise<void> =>
  new Promise((resolve) => {
    if (!isDown) return resolve();
    // The click event comes right after.
    document.addEventListener('pointerup', () => setTimeout(resolve), { once: true, capture: true });
    // The pointer may be released outside the window.
    setTimeout(resolve, longest);
  });

/** A resolver from a check that returns messages by the path of their field: `users.0.username`. */
export const resolverOf =
  <V extends FieldValues>(check: (values: V) => Messages): Resolver<V> =>
  async (values) => {
    await pointerUp();
    const errors: FieldErrors<V> = {};
    for (const [path, message] of Object.entries(check(values)))
      setPath(errors, path, { type: 'rule', message });
    return Object.keys(errors).length > 0 ? { values: {}, errors } : { values, errors: {} };
  };
