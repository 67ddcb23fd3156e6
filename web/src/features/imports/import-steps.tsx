import type { Import } from '@quartermaster/contract/imports/imports.schema';
import { Link } from '@tanstack/react-router';
import clsx from 'clsx';
import { Check } from 'lucide-react';

export const steps = ['file', 'columns', 'preview', 'done'] as const;
export type Step = (typeof steps)[number];

const labels: Record<Step, string> = { file: 'File', columns: 'Columns', preview: 'Preview', done: 'Done' };

/** The step in the address, as far as the import has come. */
export function stepOf(shown: Pick<Import, 'state'> | undefined, asked: string | undefined): Step {
  if (!shown) return 'file';
  if (shown.state === 'applied' || shown.state === 'applying') return 'done';
  // What failed is tried again where it was begun.
  if (shown.state === 'failed' && asked !== 'columns') return 'preview';
  return asked === 'preview' ? 'preview' : 'columns';
}

/** Whether a person can go to a step: what was applied stays. */
const isOpen = (step: Step, current: Step): boolean =>
  step === 'file' || (current !== 'file' && current !== 'done' && step !== 'done');

interface ImportStepsProps {
  current: Step;
  shown: Import | undefined;
}

/** The way from a file to records; a step that can be gone to is a link. */
export function ImportSteps({ current, shown }: ImportStepsProps) {
  const at = steps.indexOf(current);
  return (
    <nav aria-label="Steps" className="min-w-0">
      <ol className="flex items-center gap-1 text-sm md:gap-2">
        {steps.map((step, index) => {
          const isPast = index < at || (step === 'done' && shown?.state === 'applied');
          const content = (
            <>
              <span
                aria-hidden
                className={clsx(
                  'grid size-5 shrink-0 place-items-center rounded-full text-xs font-semibold',
                  isPast
                    ? 'bg-ok-soft text-ok'
                    : step === current
                      ? 'bg-accent text-on-accent'
                      : 'bg-mute-soft text-mute',
                )}
              >
                {isPast ? <Check className="size-3" strokeWidth={3} /> : index + 1}
              </span>
              {labels[step]}
            </>
          );
          const look = clsx(
            'flex h-8 items-center gap-1.5 rounded-md px-1.5 md:px-2',
            step === current ? 'font-semibold text-ink' : 'text-ink-2',
          );
          const search = step === 'file' ? { area: shown?.area } : { id: shown?.id, step };
          return (
            <li key={step} className="flex items-center gap-1 md:gap-2">
              {index > 0 && <span aria-hidden className="h-px w-2 bg-line md:w-8" />}
              {isOpen(step, current) && step !== current ? (
                <Link to="/import" search={search} className={clsx(look, 'hover:bg-sunken')}>
                  {content}
                </Link>
              ) : (
                <span aria-current={step === current ? 'step' : undefined} className={look}>
                  {content}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
