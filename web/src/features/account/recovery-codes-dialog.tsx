import { Copy, Download } from 'lucide-react';
import { saveFile } from '../../ui/save-file.ts';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy-text.ts';
import { toast } from '../../ui/toaster.tsx';

interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onClose: () => void;
}

/** Shows recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n');
  const copy = async () => {
    const isCopied = await copyText(text).catch(() => false);
    toast(isCopied ? { title: 'Recovery codes copied' } : { title: 'Failed to copy', type: 'error' });
  };
  return (
    <ActionDialog title="Your recovery codes" closeLabel="I have saved them" onClose={onClose}>
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
      <div className="flex flex-wrap gap-2">
        <Button icon={Copy} onClick={() => void copy()}>
          Copy all
        </Button>
        <Button
          icon={Download}
          onClick={() =>
            saveFile('quartermaster-recovery-codes.txt', new Blob([`${text}\n`], { type: 'text/plain' }))
          }
        >
          Save as a file
        </Button>
      </div>
    </ActionDialog>
  );
}
