import { Dialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { useRef } from 'react';
import { IconButton } from './button.tsx';
import { Checkbox } from './check-label.tsx';
import { Key } from './key.tsx';
import { commandKey, useSingleKeys } from './use-hotkeys.ts';
import { DialogBackdrop } from './dialog-backdrop.tsx';

/** Each inner list is a chord; several are alternatives. */
type Keys = readonly [does: string, ...ways: string[][]];

const groups: readonly [title: string, keys: readonly Keys[]][] = [
  [
    'Everywhere',
    [
      ['Search or go to', [commandKey, 'K']],
      ['This list of keys', ['?']],
    ],
  ],
  [
    'On a list',
    [
      ['Search', ['/']],
      ['From the search to the first row', ['↓'], ['Enter']],
      ['Add a record', ['n']],
      ['Actions of the selection', ['b']],
      ['Leave the selection', ['Esc']],
      ['Move a column, on its header', ['Alt', '←'], ['Alt', '→']],
    ],
  ],
  [
    'In its rows',
    [
      ['Next and previous row', ['↓'], ['↑'], ['j'], ['k']],
      ['First and last row', ['Home'], ['End']],
      ['Ten rows on', ['PgDn'], ['PgUp']],
      ['Open', ['Enter']],
      ['Edit', ['e']],
      ['Delete', ['Del'], ['⌫']],
      ['Select', ['Space'], ['x']],
      ['Select more', ['Shift', '↓'], ['Shift', '↑']],
      ['Connections', ['o']],
      ['Copy the name or address', ['c']],
      ['Copy a password, then the next', ['p']],
      ['Copy an SSH command', ['s']],
    ],
  ],
  [
    'On dates and alerts',
    [
      ['Renewed…', ['r']],
      ['Acknowledge', ['a']],
      ['Snooze for 7 days', ['z']],
      ["Don't renew", ['l']],
      ['Open registrar', ['v']],
    ],
  ],
  [
    'In a form',
    [
      ['Save', [commandKey, 'Enter']],
      ['Cancel', ['Esc']],
      ['Next and previous record', ['Alt', '↓'], ['Alt', '↑']],
    ],
  ],
];

export interface ShortcutsProps {
  /** The pages with the key that follows g. */
  pages: readonly { key: string; label: string }[];
}

interface ShortcutsDialogProps extends ShortcutsProps {
  open: boolean;
  onClose: () => void;
}

export default function ShortcutsDialog({ open, onClose, pages }: ShortcutsDialogProps) {
  const [singleKeys, setSingleKeys] = useSingleKeys();
  // A focused button would show its tooltip as the dialog opens.
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <DialogBackdrop />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <Dialog.Popup
            initialFocus={title}
            className="appear w-full max-w-2xl rounded-xl bg-raised p-5 shadow-popup outline-none"
          >
            <div className="flex items-center justify-between gap-3">
              <Dialog.Title ref={title} tabIndex={-1} className="text-lg font-semibold outline-none">
                Keyboard shortcuts
              </Dialog.Title>
              <Dialog.Close render={<IconButton label="Close" icon={X} />} />
            </div>
            <div className="mt-3 gap-8 md:columns-2">
              {[...groups, ['Go to', pages.map(({ key, label }): Keys => [label, ['g', key]])] as const].map(
                ([title, keys]) => (
                  <section key={title} className="mb-4 break-inside-avoid">
                    <h3 className="mb-1 text-xs font-medium text-ink-2">{title}</h3>
                    <dl className="divide-y divide-line text-sm">
                      {keys.map(([does, ...ways]) => (
                        <div key={does} className="flex min-h-8 items-center justify-between gap-3 py-1">
                          <dt>{does}</dt>
                          <dd className="flex items-center gap-2">
                            {ways.map((way) => (
                              <span key={way.join()} className="flex gap-0.5">
                                {way.map((key) => (
                                  <Key key={key} className="min-w-5 text-center">
                                    {key}
                                  </Key>
                                ))}
                              </span>
                            ))}
                          </dd>
                        </div>
                      ))}
                    </dl>
                  </section>
                ),
              )}
            </div>
            <label className="flex items-start gap-2.5 border-t border-line pt-4 text-sm">
              <Checkbox
                checked={singleKeys}
                onChange={({ target }) => setSingleKeys(target.checked ? undefined : false)}
                className="mt-px"
              />
              <span>
                Single keys are shortcuts
                <span className="block text-ink-2">
                  When off, keys like j, n, / and ? do nothing by themselves. This list stays available in the
                  View menu of every list.
                </span>
              </span>
            </label>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
