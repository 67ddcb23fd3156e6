import type { Area } from '@quartermaster/contract/api/areas';
import { useLocation, useParams } from '@tanstack/react-router';
import { RecordPage } from '../../record/record-page.tsx';
import { detailsOf } from './details.ts';

/** `/domains/<id>` */
export default function Page() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const [, area] = path.split('/') as [string, Area];
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return <RecordPage area={area} id={id} details={detailsOf(area)} />;
}
