import { create } from 'zustand';
import { deferred } from './deferred.tsx';
import type { ToastOptions } from './toast-region.tsx';

// No toast appears before the first action, so the page does not wait for this code.
const load = () => import('./toast-region.tsx');
const ToastRegion = deferred(async () => ({ default: (await load()).ToastRegion }));

const useWanted = create(() => false);

/** Shows a short message that disappears by itself. */
export function toast(options: ToastOptions): void {
  useWanted.setState(true, true);
  // The region reports it if its code can't be loaded.
  void load().then(
    ({ show }) => show(options),
    () => undefined,
  );
}

/** The region for toasts; rendered once. */
export function Toaster() {
  return useWanted() && <ToastRegion />;
}
