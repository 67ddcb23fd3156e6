import { lazy, Suspense } from 'react';
import { create } from 'zustand';
import type { ToastOptions } from './toast-region.tsx';

// No toast comes before the first action, so the page does not wait for this code.
const load = () => import('./toast-region.tsx');
const ToastRegion = lazy(() => load().then((module) => ({ default: module.ToastRegion })));

const useWanted = create(() => false);

/** Shows a short message that goes by itself. */
export function toast(options: ToastOptions): void {
  useWanted.setState(true, true);
  void load().then(({ show }) => show(options));
}

/** Where toasts appear; rendered once. */
export function Toaster() {
  const isWanted = useWanted();
  return (
    isWanted && (
      <Suspense>
        <ToastRegion />
      </Suspense>
    )
  );
}
