import { Suspense, lazy } from 'react';
import { useShownConnections } from '../../records/use-connections.ts';

const RelationsDrawer = lazy(() => import('../../records/relations/relations-drawer.tsx'));

/** What the record in the address is connected with, over whatever page is shown. */
export function Connections() {
  const subject = useShownConnections();
  return (
    subject && (
      <Suspense>
        <RelationsDrawer subject={subject} />
      </Suspense>
    )
  );
}
