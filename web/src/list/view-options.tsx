import { Columns3 } from 'lucide-react';
import { buttonClass } from '../ui/button.tsx';
import { deferred } from '../ui/deferred.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import type { Entity } from '../records/entity.ts';
import type { List } from './list.ts';
import type { Column } from './table-props.ts';

const ViewPanel = deferred<ViewPanelProps>(() => import('./view-panel.tsx'));

export interface ViewOptionsProps {
  page: {
    entity: Pick<Entity, 'path'>;
    columns: readonly Pick<Column<never>, 'id' | 'header' | 'width'>[];
    list: Pick<List<never>, 'printAll'>;
    report: (title: string, error: unknown) => void;
  };
}

export interface ViewPanelProps extends ViewOptionsProps {
  close: () => void;
}

/** Settings of a list's view, kept in the browser; and printing. */
export const ViewOptions = ({ page }: ViewOptionsProps) => (
  <Disclosure
    label={
      <>
        <Columns3 aria-hidden className="-ml-0.5 size-4" strokeWidth={1.75} /> View
      </>
    }
    buttonClass={buttonClass()}
    panelClass="w-64"
    at="button"
  >
    {(close) => <ViewPanel page={page} close={close} />}
  </Disclosure>
);
