import type { Area } from '@quartermaster/contract/api/areas';
import { useParams } from '@tanstack/react-router';
import { RecordPage } from '../../record/record-page.tsx';
import { detailsOf } from './details.ts';

/** `/domains/<id>`. Its route names the area: the address is already another one while the page is being left. */
export default function Page({ area }: { area: Area }) {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  return <RecordPage area={area} id={id} details={detailsOf(area)} />;
}
