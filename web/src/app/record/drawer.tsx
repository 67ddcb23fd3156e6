import type { RecordInView } from '../../records/url.ts';
import { RecordDrawer } from '../../record/record-drawer.tsx';
import { detailsOf } from './details.ts';

export default function Drawer(props: { shown: RecordInView; onClose: () => void }) {
  return <RecordDrawer {...props} detailsOf={detailsOf} />;
}
