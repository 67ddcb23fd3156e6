import { cdn } from '@quartermaster/contract/entities/cdn';
import { hostings } from '@quartermaster/contract/entities/hostings';
import { registratorAccounts } from '@quartermaster/contract/entities/registrator-accounts';
import { DetachedLine } from '../../list/detached.tsx';
import { useTotal } from '../../list/use-total.ts';

/** The accounts that lose a proxy when it is deleted. */
export function DetachedAccounts({ proxyId }: { proxyId: string }) {
  const kinds = [
    { ...registratorAccounts, count: useTotal(registratorAccounts, { proxyId }) },
    { ...hostings, count: useTotal(hostings, { proxyId }) },
    { ...cdn, count: useTotal(cdn, { proxyId }) },
  ];
  return <DetachedLine kinds={kinds} />;
}
