import { useSearch } from '@tanstack/react-router';
import { Bell, Building2, KeyRound, type LucideIcon, ShieldCheck, UserRound } from 'lucide-react';
import { type ComponentType, useEffect } from 'react';
import { setLacksFactor, useLacksFactor } from '../../api/lacks-factor.ts';
import { useSession } from '../../api/session.ts';
import { useWorkspace } from '../../api/rights.ts';
import { TokensPanel } from '../../access/tokens/tokens-panel.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SideIndex } from '../../ui/side-index.tsx';
import { type AccountSection, accountSections } from './account-sections.ts';
import { CalendarsPanel } from './calendars-panel.tsx';
import { DigestPanel } from './digest-panel.tsx';
import { ProfileSection } from './profile-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { WorkspacesPanel } from './workspaces-panel.tsx';

interface Look {
  icon: LucideIcon;
  Content: ComponentType;
  /** It is about the workspace that is shown. */
  ofWorkspace?: true;
}

const looks: Readonly<Record<AccountSection['id'], Look>> = {
  profile: { icon: UserRound, Content: ProfileSection },
  security: { icon: ShieldCheck, Content: SecuritySection },
  notifications: {
    icon: Bell,
    Content: () => (
      <>
        <DigestPanel />
        <CalendarsPanel />
      </>
    ),
    ofWorkspace: true,
  },
  workspaces: { icon: Building2, Content: WorkspacesPanel },
  tokens: { icon: KeyRound, Content: TokensPanel, ofWorkspace: true },
};

/** A person's own account, independent of any workspace. */
export default function AccountPage() {
  const { status } = useSession();
  const workspace = useWorkspace();
  const lacksFactor = useLacksFactor();
  const { section: requested }: { section?: string } = useSearch({ strict: false });
  // A second factor may have just been set up here.
  useEffect(() => () => setLacksFactor(false), []);
  if (status.is !== 'authenticated') return null;
  const sections = accountSections
    .map((section) => ({ ...section, ...looks[section.id] }))
    .filter(({ ofWorkspace = false }) => !ofWorkspace || (workspace && !lacksFactor));
  const section = sections.find(({ id }) => id === requested) ?? sections[0];
  return (
    <div className="mx-auto grid w-full max-w-page content-start gap-3 p-4">
      <PageHeader title="Account" subtitle={status.user.email} />
      <div className="grid content-start gap-4 md:grid-cols-[12rem_minmax(0,1fr)]">
        <SideIndex label="Account" to="/account" sections={sections} current={section?.id} />
        <div className="grid min-w-0 max-w-3xl content-start gap-3">{section && <section.Content />}</div>
      </div>
    </div>
  );
}
