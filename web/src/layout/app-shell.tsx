import { Outlet } from '@tanstack/react-router';
import { AppHeader } from './app-header.tsx';
import { AuthGate } from './auth-gate.tsx';

/** The frame of every page that needs a sign-in. */
export function AppShell() {
  return (
    <AuthGate>
      {(user) => (
        <>
          <a
            href="#content"
            className="sr-only z-50 rounded-md bg-raised px-3 py-2 font-medium shadow-popup focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
          >
            Skip to content
          </a>
          <AppHeader user={user} />
          <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none">
            <Outlet />
          </main>
        </>
      )}
    </AuthGate>
  );
}
