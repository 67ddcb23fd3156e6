import { keyFileName } from '@quartermaster/contract/rules/ssh-command';
import { sshKeyFile, sshKeyHint } from '@quartermaster/contract/rules/ssh-key';
import { Download } from 'lucide-react';
import type { ComponentProps } from 'react';
import { messageOf } from '../../api/error.ts';
import { SecretTextArea } from '../../form/secret-text-area.tsx';
import type { SecretValue } from '../../form/stored-secret.ts';
import type { Field } from '../../ui/field.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toaster.tsx';

interface SshKeyFieldProps extends SecretValue, Pick<ComponentProps<typeof Field>, 'error' | 'note'> {
  /** 'User 1' */
  of: string;
  server: string;
  username: string;
  onBlur: () => void;
}

/** A private key. It is stored as typed; copied and downloaded, ssh can read it. */
export function SshKeyField({ of, server, username, ...field }: SshKeyFieldProps) {
  const what = `SSH key of ${of}`;
  const download = async (read: () => Promise<string>) => {
    try {
      saveFile(keyFileName(server, username), new Blob([await read()], { type: 'application/octet-stream' }));
    } catch (failure) {
      toast({ title: messageOf(failure, 'Failed to download the SSH key'), type: 'error' });
    }
  };
  return (
    <SecretTextArea
      {...field}
      label="SSH Key (Optional)"
      what={what}
      hintOf={sshKeyHint}
      contentOf={sshKeyFile}
      more={(read) => (
        <button
          type="button"
          aria-label={`Download ${what}`}
          data-tip={`Download as ${keyFileName(server, username)}`}
          onClick={() => void download(read)}
          className="inline-flex size-6 items-center justify-center rounded text-ink-2 hover:bg-sunken hover:text-ink"
        >
          <Download size={14} aria-hidden />
        </button>
      )}
      placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
    />
  );
}
