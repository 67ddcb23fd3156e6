import type { ReactNode } from 'react';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Input } from '../ui/input.tsx';

interface ShownOnceProps {
  title: string;
  /** What it is called: 'Token'. */
  what: string;
  value: string;
  /** In the monospaced font of keys and addresses. */
  isMono?: boolean;
  onClose: () => void;
  /** What it is for. */
  children: ReactNode;
}

/** A secret that was just made, to copy: nothing shows it again. */
export const ShownOnce = ({ title, what, value, isMono = false, onClose, children }: ShownOnceProps) => (
  <ActionDialog title={title} closeLabel="Done" onClose={onClose}>
    <p className="text-ink-2">{children}</p>
    <div className="flex items-center gap-2">
      <Input
        readOnly
        value={value}
        aria-label={what}
        className={isMono ? 'font-mono' : undefined}
        onFocus={({ target }) => target.select()}
      />
      <CopyButton value={value} what={what.toLowerCase()} />
    </div>
  </ActionDialog>
);
