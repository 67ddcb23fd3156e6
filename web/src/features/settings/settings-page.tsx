import { Navigate, useSearch } from '@tanstack/react-router';
import { isOpenTo, useKnowsRights, useViewer, useWorkspace } from '../../api/rights.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { SideIndex } from '../../ui/side-index.tsx';
import { firstOfInstallation, sections } from './sections.ts';
import { formerSections } from './settings-sections.ts';

/** The settings of the workspace and, for administrators, of the installation. */
export default function SettingsPage() {
  const workspace = useWorkspace();
  const viewer = useViewer();
  const { section: requested }: { section?: string } = useSearch({ strict: false });
  const shown = sections.filter(({ needs }) => isOpenTo(needs, viewer));
  const wanted = formerSections[requested ?? ''] ?? requested;
  const section = shown.find(({ id }) => id === wanted) ?? shown[0];
  const knowsRights = useKnowsRights();
  // Whoever has nothing to set finds what is theirs there.
  if (!section && knowsRights) return <Navigate to="/account" search={{ section: 'workspaces' }} replace />;
  return (
    <div className="mx-auto grid w-full max-w-page content-start gap-3 p-4">
      <PageHeader title="Settings" subtitle={workspace && `Workspace ${workspace.name}`} />
      <div className="grid content-start gap-4 md:grid-cols-[12rem_minmax(0,1fr)]">
        <SideIndex
          label="Settings"
          to="/settings"
          sections={shown}
          current={section?.id}
          lineAbove={firstOfInstallation}
        />
        <div className="grid min-w-0 content-start gap-3">{section && <section.Content />}</div>
      </div>
    </div>
  );
}
