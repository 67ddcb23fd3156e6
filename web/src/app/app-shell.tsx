import type { User } from '@quartermaster/contract/auth/auth.schema';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useLacksFactor } from '../api/lacks-factor.ts';
import { chosenWorkspace } from '../api/workspace.ts';
import { deferred } from '../ui/deferred.tsx';
import { Shortcuts } from '../ui/shortcuts.tsx';
import { AppHeader } from './layout/app-header.tsx';
import { AuthGate } from './layout/auth-gate.tsx';
import { ShownRecord } from './layout/shown-record.tsx';
import './code-failures.ts';
import { pageKeys, usePageKeys } from './use-page-keys.ts';
import { useRenewalAsked } from '../records/due/renewal-asked.ts';
import { useUndoAsked } from '../records/history/undo-asked.ts';
import { useUndoKey } from '../records/history/use-undo-key.ts';
import { usePalette } from './palette/use-palette.tsx';
import { useLoadingAhead } from './use-loading-ahead.ts';

const UndoDialog = deferred(() => import('../records/history/undo-dialog.tsx'));
const RenewDialog = deferred(() => import('../records/due/renew-dialog.tsx'));
// Loaded on demand: hardly anybody is in no workspace, or lacks what it requires.
const NoWorkspace = deferred(() => import('./layout/no-workspace.tsx'));

/** The frame of every page that needs a sign-in. */
export const AppShell = () => <AuthGate>{(user) => <Shell user={user} />}</AuthGate>;

function Shell({ user }: { user: User }) {
  const { show, preload, palette } = usePalette();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const lacksFactor = useLacksFactor();
  const isShut = lacksFactor || (user.defaultWorkspaceId === null && chosenWorkspace() === null);
  useLoadingAhead();
  usePageKeys();
  useUndoKey();
  const asksUndo = useUndoAsked(({ batchId }) => batchId !== null);
  const asksRenewal = useRenewalAsked(({ dues }) => dues.length > 0);
  return (
    <>
      <a
        href="#content"
        className="sr-only z-50 rounded-md bg-raised px-3 py-2 font-medium shadow-popup focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <AppHeader user={user} onSearch={show} onIntent={preload} />
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
        {isShut && path !== '/account' ? <NoWorkspace lacksFactor={lacksFactor} /> : <Outlet />}
      </main>
      <ShownRecord />
      {asksUndo && <UndoDialog />}
      {asksRenewal && <RenewDialog />}
      {palette}
      <Shortcuts pages={pageKeys} />
    </>
  );
}
