import { create } from 'zustand';
import { whenUnconfirmed } from '../../api/request.ts';
import { deferred } from '../../ui/deferred.tsx';

const IdentityDialog = deferred(() => import('./identity-dialog.tsx'));

/** The pending request for a confirmation; `answer` resolves it. */
const useAsked = create<{ answer: ((isConfirmed: boolean) => void) | null }>(() => ({ answer: null }));

whenUnconfirmed(() => new Promise((resolve) => useAsked.setState({ answer: resolve })));

/** Asks a person to confirm their identity in a dialog over the page, whose request then continues. */
export function IdentityCheck() {
  const { answer } = useAsked();
  if (!answer) return null;
  const settle = (isConfirmed: boolean) => {
    useAsked.setState({ answer: null });
    answer(isConfirmed);
  };
  return <IdentityDialog onConfirmed={() => settle(true)} onClose={() => settle(false)} />;
}
