import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.ts';
import { startSession } from './api/session.ts';
import { router } from './routes.tsx';
import './styles.css';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');

// Before the router, whose loaders then wait for a token that is being refreshed.
void startSession();
// Before the first render, which takes its time: meanwhile the page's code and rows are on the way.
void router.load();

createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
