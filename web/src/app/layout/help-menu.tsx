import { CircleQuestionMark } from 'lucide-react';
import { deferred } from '../../ui/deferred.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';

const HelpEntries = deferred(() => import('./help-entries.tsx'));

/** Shortcuts, the documentation and the version. */
export const HelpMenu = () => (
  <Disclosure
    label={
      <>
        <CircleQuestionMark aria-hidden className="size-4.5" strokeWidth={1.75} />
        <span className="sr-only">Help</span>
      </>
    }
    buttonClass="grid size-8 place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
    panelClass="-ml-48 w-60"
  >
    {(close) => <HelpEntries close={close} />}
  </Disclosure>
);
