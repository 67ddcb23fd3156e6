import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useContext, useEffect } from 'react';
import { StepsContext } from './steps.ts';
import { IconButton } from '../ui/button.tsx';

/** Elements in which Alt with an arrow opens something. */
const opens = 'select, input[type=date], [role=combobox]';

/** ‹ and › in the head of a record or form that was opened from a list. */
export function StepButtons() {
  const steps = useContext(StepsContext);
  useEffect(() => {
    if (!steps) return undefined;
    const pressed = (event: KeyboardEvent) => {
      const step =
        event.key === 'ArrowUp' ? steps.previous : event.key === 'ArrowDown' ? steps.next : undefined;
      if (!step || !event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest(opens)) return;
      event.preventDefault();
      step();
    };
    // Dialogs keep arrow keys to themselves.
    addEventListener('keydown', pressed, true);
    return () => removeEventListener('keydown', pressed, true);
  }, [steps]);
  if (!steps) return null;
  return (
    <span className="flex">
      <IconButton
        label="Previous record"
        icon={ChevronLeft}
        aria-keyshortcuts="Alt+ArrowUp"
        disabled={!steps.previous}
        onClick={steps.previous}
      />
      <IconButton
        label="Next record"
        icon={ChevronRight}
        aria-keyshortcuts="Alt+ArrowDown"
        disabled={!steps.next}
        onClick={steps.next}
      />
    </span>
  );
}
