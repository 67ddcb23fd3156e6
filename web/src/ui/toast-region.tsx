import { Toast } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect } from 'react';

const toasts = Toast.createToastManager();
/** The manager drops toasts while no region is mounted. */
const region = Promise.withResolvers<undefined>();

export interface ToastOptions {
  title: string;
  type?: 'success' | 'error' | 'info';
  /** A button, e.g. 'Undo'; pressing it closes the toast. */
  action?: { label: string; run: () => void } | undefined;
}

export async function show({ title, type = 'success', action }: ToastOptions): Promise<void> {
  await region.promise;
  const id = toasts.add({
    title,
    type,
    timeout: action ? 10_000 : 5000,
    priority: type === 'error' ? 'high' : 'low',
    ...(action && {
      actionProps: {
        children: action.label,
        onClick: () => {
          toasts.close(id);
          action.run();
        },
      },
    }),
  });
}

const icons = {
  success: <CircleCheck aria-hidden className="size-4 shrink-0 text-ok" />,
  error: <CircleAlert aria-hidden className="size-4 shrink-0 text-bad" />,
  info: <Info aria-hidden className="size-4 shrink-0 text-info" />,
};

function Toasts() {
  return Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root
      key={toast.id}
      toast={toast}
      className="appear pointer-events-auto flex min-h-11 items-center gap-3 rounded-lg bg-raised py-1.5 pr-2 pl-3 shadow-popup data-limited:hidden"
    >
      {icons[toast.type === 'error' || toast.type === 'info' ? toast.type : 'success']}
      <Toast.Title render={<p />} className="min-w-0 flex-1 text-sm wrap-anywhere" />
      <Toast.Action className="h-7 shrink-0 rounded-md px-2 text-sm font-medium text-accent-text hover:bg-sunken empty:hidden" />
      {/* Ours never cover each other: the library would hide the button until the pointer is on one. */}
      <Toast.Close
        aria-label="Close"
        aria-hidden={false}
        className="grid size-7 shrink-0 place-items-center rounded-md text-ink-2 hover:bg-sunken"
      >
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </Toast.Root>
  ));
}

export function ToastRegion() {
  useEffect(() => region.resolve(undefined), []);
  return (
    <Toast.Provider toastManager={toasts}>
      <Toast.Portal>
        {/* Beside a form, on the free end of its last line: above it may be fields. At the top while a selection has its bar. */}
        <Toast.Viewport className="no-print pointer-events-none fixed right-4 left-4 z-60 grid max-w-sm gap-2 max-md:top-16 md:bottom-24 md:in-[body:has([data-selection]):not(:has(form>footer))]:top-16 md:in-[body:has([data-selection]):not(:has(form>footer))]:bottom-auto md:in-[body:has(form>footer)]:bottom-2">
          <Toasts />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}
