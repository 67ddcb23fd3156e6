import type { AlertSettings } from '@quartermaster/contract/alert-settings/alert-settings.schema';
import { client } from '@quartermaster/contract/api/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { routeQuery } from '../../api/queries.ts';
import { ProblemBanner } from '../../records/problem-banner.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { ChannelsPanel } from './channels-panel.tsx';
import { ChecksPanel } from './checks-panel.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { FirstSteps } from './first-steps.tsx';
import { QuietHoursPanel } from './quiet-hours-panel.tsx';
import { RulesPanel } from './rules-panel.tsx';
import { SendingBanner } from './sending-banner.tsx';

/** A section about alerts, below what still keeps them from arriving. */
const AlertSection = ({ children }: { children: ReactNode }) => (
  <>
    <SendingBanner />
    <FirstSteps />
    {children}
  </>
);

/** Where alerts are sent, and what was. */
export const ChannelsSection = () => (
  <AlertSection>
    <ChannelsPanel />
    <DeliveriesPanel />
  </AlertSection>
);

export const RulesSection = () => (
  <AlertSection>
    <RulesPanel />
  </AlertSection>
);

export const ChecksSection = () => <SettingsPart Panel={ChecksPanel} />;

export const QuietHoursSection = () => <SettingsPart Panel={QuietHoursPanel} />;

/** A section with a part of the settings of the workspace's alerts. */
function SettingsPart({ Panel }: { Panel: (props: { settings: AlertSettings }) => ReactNode }) {
  const { data, error, refetch } = useQuery(routeQuery(client.alertSettings.get));
  return (
    <AlertSection>
      <ProblemBanner title="Failed to load the settings" error={error} onRetry={() => void refetch()} />
      {data && <Panel settings={data.settings} />}
      {!data && !error && <PageSpinner />}
    </AlertSection>
  );
}
