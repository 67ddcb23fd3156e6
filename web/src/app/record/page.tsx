import type { Area } from '@quartermaster/contract/api/areas';
import { useLocation } from '@tanstack/react-router';
import { RecordPage } from '../../record/record-page.tsx';
import { detailsOf } from './details.ts';

/** `/domains/<id>` */
export default function Page() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [, area, id = ''] = path.split('/') as [string, Area, string];
  return <RecordPage area={area} id={decodeURIComponent(id)} details={detailsOf(area)} />;
}
