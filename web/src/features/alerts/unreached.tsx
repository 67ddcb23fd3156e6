import { useQuery } from '@tanstack/react-query';
import { useMay } from '../../api/rights.ts';
import { alertRulesQuery } from '../../records/alerts/alert-queries.ts';
import { Banner } from '../../ui/banner.tsx';

/** Says which rules reach nobody. */
export function Unreached() {
  const mayManage = useMay('manage');
  const { data } = useQuery({ ...alertRulesQuery, enabled: mayManage });
  const lost = (data?.alertRules ?? []).filter(({ isActive, reaches }) => isActive && !reaches);
  if (lost.length === 0) return null;
  return (
    <Banner
      tone="warn"
      title={
        lost.length === 1
          ? `The rule ${lost[0]?.name} reaches nobody.`
          : `${lost.length} rules reach nobody: ${lost.map(({ name }) => name).join(', ')}.`
      }
    >
      Choose an active channel or people under Settings, Alerts. People need mail to be set up.
    </Banner>
  );
}
