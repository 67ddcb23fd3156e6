import { domains } from '@quartermaster/contract/entities/domains';
import { DetachedLine } from '../../list/detached.tsx';
import { useTotal } from '../../list/use-total.ts';

/** The domains that lose a CDN account when it is deleted. */
export function DetachedDomains({ cdnAccountId }: { cdnAccountId: string }) {
  const count = useTotal(domains, { cdnAccountId });
  return <DetachedLine kinds={[{ ...domains, count }]} />;
}
