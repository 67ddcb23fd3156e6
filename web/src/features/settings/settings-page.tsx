import { Link, Navigate, useSearch } from '@tanstack/react-router';
import clsx from 'clsx';
import { useKnowsRights, useViewer, useWorkspace } from '../../api/rights.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { type Section, sections } from './sections.ts';

/** The settings of the workspace and, for administrators, of the installation. */
export default function SettingsPage() {
  const workspace = useWorkspace();
  const viewer = useViewer();
  const { section: requested }: { section?: string } = useSearch({ strict: false });
  const shown = sections.filter(({ isFor }) => isFor(viewer));
  const section = shown.find(({ id }) => id === requested) ?? shown[0];
  const knowsRights = useKnowsRights();
  // Whoever has nothing to set finds their workspaces there.
  if (!section && knowsRights) return <Navigate to="/account" replace />;
  return (
    <div className="mx-auto grid w-full max-w-page content-start gap-3 p-4">
      <PageHeader title="Settings" subtitle={workspace && `Workspace ${workspace.name}`} />
      <div className="grid content-start gap-4 md:grid-cols-[12rem_minmax(0,1fr)]">
        <SectionLinks sections={shown} current={section} />
        <div className="grid min-w-0 content-start gap-3">{section && <section.Content />}</div>
      </div>
    </div>
  );
}

interface SectionLinksProps {
  sections: readonly Section[];
  current: Section | undefined;
}

const scrollIntoView = (link: HTMLElement | null) =>
  link?.scrollIntoView({ block: 'nearest', inline: 'center' });

/** Beside the section; on a phone a scrollable row above it. */
const SectionLinks = ({ sections: all, current }: SectionLinksProps) => (
  <nav aria-label="Settings" className="min-w-0 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4">
    <ul className="flex gap-1 md:sticky md:top-4 md:flex-col">
      {all.map(({ id, label, icon: Icon, isFirstOfInstallation }) => (
        <li key={id} className={clsx(isFirstOfInstallation && 'md:mt-2 md:border-t md:border-line md:pt-3')}>
          <Link
            to="/settings"
            search={{ section: id }}
            ref={id === current?.id ? scrollIntoView : undefined}
            aria-current={id === current?.id ? 'page' : undefined}
            className={clsx(
              'flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium whitespace-nowrap max-md:h-10',
              id === current?.id
                ? 'bg-accent-soft text-accent-text'
                : 'text-ink-2 hover:bg-sunken hover:text-ink',
            )}
          >
            <Icon aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
);
