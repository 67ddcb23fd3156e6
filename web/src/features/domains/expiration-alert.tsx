import { expiringDays } from '@quartermaster/contract/rules/expiry';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

interface ExpirationAlertProps {
  expired: number;
  expiring: number;
  onView: () => void;
}

/** Nothing while no domain is expired or about to be. */
export function ExpirationAlert({ expired, expiring, onView }: ExpirationAlertProps) {
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

/** Its place until the figures are known, so that the rows stay where they are: most portfolios have an alert. */
export const ExpirationAlertPlace = () => <Skeleton className="h-24 shrink-0 md:h-12" />;
