import { Columns3 } from 'lucide-react';
import { buttonClass } from '../ui/button.tsx';
import { deferred } from '../ui/deferred.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import type { Versioned } from '../records/entity.ts';
import type { ViewOptionsProps } from './view-panel.tsx';

const ViewPanel = deferred(() => import('./view-panel.tsx'));

/** Settings of a list's view, kept in the browser; and printing. */
export function ViewOptions<T extends Versioned>({ page }: ViewOptionsProps<T>) {
  return (
    <Disclosure
      label={
        <>
          <Columns3 aria-hidden className="-ml-0.5 size-4" strokeWidth={1.75} /> View
        </>
      }
      buttonClass={buttonClass()}
      panelClass="w-56"
      at="button"
    >
      {(close) => <ViewPanel page={page as unknown as ViewOptionsProps<Versioned>['page']} close={close} />}
    </Disclosure>
  );
}
