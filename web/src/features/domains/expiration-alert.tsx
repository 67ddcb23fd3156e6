import { expiringDays } from '@quartermaster/contract/rules/expiry';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

interface ExpirationAlertProps {
  loading: boolean;
  stats: { expiredDomains: number; expiringDomains: number } | undefined;
  onView: () => void;
}

/** Renders nothing if no domain has expired or is about to. */
export function ExpirationAlert({ loading, stats, onView }: ExpirationAlertProps) {
  // Most portfolios have an alert: reserve its space, so that the rows do not move when it arrives.
  if (loading) return <Skeleton className="h-9 shrink-0 md:h-12" />;
  const { expiredDomains: expired = 0, expiringDomains: expiring = 0 } = stats ?? {};
  if (expired + expiring === 0) return null;
  const parts = [
    expired > 0 && `${formatNumber(expired)} expired`,
    expiring > 0 && `${formatNumber(expiring)} expiring within ${expiringDays} days`,
  ];
  return (
    <Banner
      tone="warn"
      title="Domain Expiration Alert"
      action={<Button onClick={onView}>View Expiring</Button>}
    >
      {parts.filter(Boolean).join(' and ')}
    </Banner>
  );
}
