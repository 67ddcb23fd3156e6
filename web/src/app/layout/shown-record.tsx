import { useDrawer, useShown } from '../../records/use-drawer.ts';
import { deferred } from '../../ui/deferred.tsx';

const Drawer = deferred(() => import('../record/drawer.tsx'));

/** The record in the address, over any page. */
export function ShownRecord() {
  const shown = useShown();
  const { close } = useDrawer();
  return shown && <Drawer shown={shown} onClose={close} />;
}
