import { useConnections, useShownConnections } from '../../records/use-connections.ts';
import { deferred } from '../../ui/deferred.tsx';

const RelationsDrawer = deferred(() => import('../../records/relations/relations-drawer.tsx'));

/** The connections of the record in the address, over any page. */
export function Connections() {
  const subject = useShownConnections();
  const { close } = useConnections();
  return subject && <RelationsDrawer subject={subject} onClose={close} />;
}
