import { Download, Eye, EyeOff, Type } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/error.ts';
import { useMay } from '../api/rights.ts';
import type { Versioned } from '../records/entity.ts';
import { IconButton } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { deferred } from '../ui/deferred.tsx';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toaster.tsx';
import { type Secretive, useRevealed } from './use-revealed.ts';

const LargeType = deferred(() => import('./large-type.tsx'));

interface SecretLineProps {
  entity: Secretive;
  record: Versioned;
  /** The secret's path in the record: 'password', 'users.<id>.sshKey'. */
  path: string;
  /** What it is called in the names of its buttons: 'password of root'. */
  what: string;
  /** The name under which it can be downloaded, and its content. */
  file?: { name: string; contentOf: (secret: string) => string };
}

/** A stored secret: dots until it is revealed, which the server logs; it can be copied without being shown. */
export function SecretLine({ entity, record, path, what, file }: SecretLineProps) {
  const mayRead = useMay('secrets');
  const secret = useRevealed(entity, record, path);
  const [isLarge, setLarge] = useState(false);
  const { text } = secret;
  const contentOf = file?.contentOf ?? ((value: string) => value);
  const download = async (name: string) => {
    try {
      const content = contentOf(await secret.read('copy'));
      saveFile(name, new Blob([content], { type: 'application/octet-stream' }));
    } catch (error) {
      toast({ title: messageOf(error, `Failed to download the ${what}`), type: 'error' });
    }
  };
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-1.5">
      {text === undefined ? (
        <span className="tracking-wider">
          <span aria-hidden>••••••••</span>
          <span className="sr-only">Hidden {what}</span>
        </span>
      ) : (
        <code className="max-h-60 min-w-0 overflow-y-auto font-mono text-sm wrap-anywhere whitespace-pre-wrap">
          {text}
        </code>
      )}
      {mayRead ? (
        <span className="no-print flex items-center max-md:gap-2">
          <IconButton
            label={`${text === undefined ? 'Reveal' : 'Hide'} ${what}`}
            icon={text === undefined ? Eye : EyeOff}
            aria-busy={secret.isLoading || undefined}
            className={target}
            onClick={text === undefined ? secret.show : secret.hide}
          />
          <CopyButton value={async () => contentOf(await secret.read('copy'))} what={what} />
          <IconButton
            label={`Large type of ${what}`}
            icon={Type}
            className={target}
            onClick={() => setLarge(true)}
          />
          {file && (
            <IconButton
              label={`Download ${what}`}
              data-tip={`Download as ${file.name}`}
              icon={Download}
              className={target}
              onClick={() => void download(file.name)}
            />
          )}
        </span>
      ) : (
        <span className="text-xs text-ink-2">You may not read secrets</span>
      )}
      {isLarge && (
        <LargeType what={what} read={() => secret.read('reveal')} onClose={() => setLarge(false)} />
      )}
    </span>
  );
}

/** A finger needs more room than a pointer. */
const target = 'max-md:size-9';
