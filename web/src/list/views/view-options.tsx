import { Columns3 } from 'lucide-react';
import { buttonClass } from '../../ui/button.tsx';
import { deferred } from '../../ui/deferred.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import type { ViewOptionsProps } from './view-panel.tsx';

const ViewPanel = deferred(() => import('./view-panel.tsx'));

/** Settings of a list's view, stored in the browser; and printing. */
export const ViewOptions = ({ page }: ViewOptionsProps) => (
  <Disclosure
    label={
      <>
        <Columns3 aria-hidden className="size-4 md:-ml-0.5" strokeWidth={1.75} />{' '}
        <span className="max-md:sr-only">View</span>
      </>
    }
    buttonClass={buttonClass()}
    panelClass="w-80"
    at="button"
  >
    {(close) => <ViewPanel page={page} close={close} />}
  </Disclosure>
);
