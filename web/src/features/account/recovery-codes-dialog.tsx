import { ActionDialog } from '../../ui/action-dialog.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <ActionDialog title="Your recovery codes" closeLabel="I have kept them" onClose={onClose}>
      <p className="text-ink-2">
        Each signs you in once if you have lost your device. Keep them where you would not lose them with it:
        they are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid gap-x-6 gap-y-1 rounded-lg bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <CopyButton value={codes.join('\n')} what="recovery codes">
        Copy all
      </CopyButton>
    </ActionDialog>
  );
}
