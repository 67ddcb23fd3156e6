import { Suspense, lazy } from 'react';
import { useShownConnections } from '../../records/use-connections.ts';

const RelationsDrawer = lazy(() => import('../../records/relations/relations-drawer.tsx'));

/** The connections of the record in the address, over any page. */
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
