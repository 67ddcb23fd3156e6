import { keyFileName } from '@quartermaster/contract/rules/ssh-command';
import { sshKeyFile, sshKeyHint } from '@quartermaster/contract/rules/ssh-key';
import { Download } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { LabelButton, ReplaceSecret } from '../../form/replace-secret.tsx';
import { removesStored } from '../../form/secret-field.tsx';
import { type SecretValue, useStoredSecret } from '../../form/stored-secret.ts';
import { saveFile } from '../../ui/save-file.ts';
import { keptSecret } from '../../records/kept-secrets.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/textarea.tsx';
import { toast } from '../../ui/toaster.tsx';

interface SshKeyFieldProps extends SecretValue, Pick<ComponentProps<typeof Field>, 'error' | 'note'> {
  /** 'User 1' */
  of: string;
  server: string;
  username: string;
  onBlur: () => void;
}

/** A private key. It is stored as typed; copied and downloaded, ssh can read it. */
export function SshKeyField(props: SshKeyFieldProps) {
  const { of, server, username, value, error, note, onBlur } = props;
  // A typed key is masked once it was typed some time ago: in a restored draft.
  const [wasTyped] = useState(value !== '' && value !== keptSecret);
  const [isTypedMasked, setTypedMasked] = useState(wasTyped);
  const key = useStoredSecret(props);
  const input = useRef<HTMLTextAreaElement>(null);
  const isMasked = key.isKept ? !key.isShown : isTypedMasked && wasTyped;
  const toggle = () => {
    if (!key.isKept) setTypedMasked(!isTypedMasked);
    else if (key.isShown) key.hide();
    else key.show();
  };
  const what = `SSH key of ${of}`;
  const file = async () => sshKeyFile(await key.read('copy'));
  const download = async () => {
    try {
      saveFile(keyFileName(server, username), new Blob([await file()], { type: 'application/octet-stream' }));
    } catch (failure) {
      toast({ title: messageOf(failure, 'Failed to download the SSH key'), type: 'error' });
    }
  };
  return (
    <Field
      label="SSH Key (Optional)"
      after={
        <span className="flex items-center gap-1">
          {(key.isKept ? key.canShow : wasTyped) && (
            <LabelButton
              aria-label={`${isMasked ? 'Show' : 'Hide'} ${what}`}
              aria-pressed={!isMasked}
              onClick={toggle}
            >
              {isMasked ? 'Show' : 'Hide'}
            </LabelButton>
          )}
          {(key.isKept ? key.canShow : value.trim() !== '') && (
            <>
              <CopyButton value={file} what={what} />
              <button
                type="button"
                aria-label={`Download ${what}`}
                data-tip={`Download as ${keyFileName(server, username)}`}
                onClick={() => void download()}
                className="inline-flex size-6 items-center justify-center rounded text-ink-2 hover:bg-sunken hover:text-ink"
              >
                <Download size={14} aria-hidden />
              </button>
            </>
          )}
          <ReplaceSecret stored={key} what={what} input={input} />
        </span>
      }
      hint={key.isReplaced && value === '' ? removesStored : sshKeyHint(key.isKept ? '' : value)}
      error={error}
      note={note}
    >
      {(aria) => (
        <Textarea
          {...aria}
          ref={input}
          readOnly={key.isKept}
          value={key.text}
          onChange={({ target }) => {
            // A script can write into a read-only field too.
            if (!key.isKept) props.onChange(target.value);
          }}
          onBlur={onBlur}
          rows={3}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={`font-mono text-sm ${isMasked && !key.isKept ? '[-webkit-text-security:disc]' : ''}`}
          placeholder="-----BEGIN OPENSSH PRIVATE KEY-----"
        />
      )}
    </Field>
  );
}
