import { create } from 'zustand';
import { deferred } from './deferred.tsx';
import type { ToastOptions } from './toast-region.tsx';

// No toast comes before the first action, so the page does not wait for this code.
const load = () => import('./toast-region.tsx');
const ToastRegion = deferred(async () => ({ default: (await load()).ToastRegion }));

const useWanted = create(() => false);

/** Shows a short message that goes by itself. */
export function toast(options: ToastOptions): void {
  useWanted.setState(true, true);
  // The region says so if its code can't be loaded.
  void load().then(
    ({ show }) => show(options),
    () => undefined,
  );
}

/** Where toasts appear; rendered once. */
export function Toaster() {
  return useWanted() && <ToastRegion />;
}
