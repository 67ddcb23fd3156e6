import { lazy, Suspense } from 'react';
import type { ToastOptions } from './toast-region.tsx';

// Nothing is told before something was done, so that the page need not wait for this code.
const load = () => import('./toast-region.tsx');
const ToastRegion = lazy(() => load().then((module) => ({ default: module.ToastRegion })));

/** Tells in passing that something was done. */
export function toast(options: ToastOptions): void {
  void load().then(({ show }) => show(options));
}

/** Where toasts appear; once in the page. */
export function Toaster() {
  return (
    <Suspense>
      <ToastRegion />
    </Suspense>
  );
}
