import { Dialog } from '@base-ui/react/dialog';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '../api/error.ts';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DialogBackdrop } from '../ui/dialog-backdrop.tsx';

const secondsShown = 60;

interface LargeTypeProps {
  what: string;
  read: () => Promise<string>;
  onClose: () => void;
}

type Sort = 'digit' | 'capital' | 'sign' | 'other';

/** Tells apart what looks alike by colour and by a line: digits stand on one, capitals under one. */
const looks: Record<Sort, string> = {
  digit: 'border-b-info bg-info-soft text-info',
  capital: 'border-t-violet bg-violet-soft text-violet',
  sign: 'bg-warn-soft text-warn',
  other: 'bg-sunken text-ink',
};

function sortOf(character: string): Sort {
  if (/\p{Nd}/u.test(character)) return 'digit';
  if (/\p{Lu}/u.test(character)) return 'capital';
  return /\p{L}|\p{M}/u.test(character) ? 'other' : 'sign';
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const split = (line: string): string[] => [...characters.segment(line)].map(({ segment }) => segment);

/** A secret in large characters, to be read to somebody or typed elsewhere. Closes by itself. */
export default function LargeType({ what, read, onClose }: LargeTypeProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const [text, setText] = useState<string>();
  const [error, setError] = useState<unknown>();
  const latest = useRef({ read, onClose });
  useEffect(() => {
    let isWanted = true;
    latest.current.read().then(
      (found) => isWanted && setText(found),
      (failure: unknown) => isWanted && setError(failure),
    );
    const timer = setTimeout(() => latest.current.onClose(), secondsShown * 1000);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, []);
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <DialogBackdrop />
        <Dialog.Viewport className="fixed inset-0 z-50 grid place-items-center overflow-y-auto p-4">
          <Dialog.Popup
            initialFocus={title}
            className="appear w-full max-w-3xl rounded-xl bg-raised p-5 shadow-popup outline-none"
          >
            <div className="flex items-start justify-between gap-3">
              <Dialog.Title ref={title} tabIndex={-1} className="text-lg font-semibold outline-none">
                {what.charAt(0).toUpperCase() + what.slice(1)}
              </Dialog.Title>
              <Dialog.Close render={<IconButton label="Close" icon={X} />} />
            </div>
            {error !== undefined && (
              <Banner tone="bad" title={messageOf(error, 'Failed to reveal the secret')} />
            )}
            {text === undefined && error === undefined && <Skeleton className="mt-4 h-16 w-full" />}
            {text !== undefined && <Characters text={text} />}
            <p className="mt-4 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-2">
              <Legend sort="digit">Digit</Legend>
              <Legend sort="capital">Capital</Legend>
              <Legend sort="sign">Sign</Legend>
              <span className="ml-auto">Closes by itself after {secondsShown} seconds</span>
            </p>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** The characters of each line, numbered through the whole text. */
function numbered(text: string): [character: string, place: number][][] {
  const lines = text.split(/\r?\n/).map(split);
  const before = lines.map((_, row) => lines.slice(0, row).reduce((sum, line) => sum + line.length, 0));
  return lines.map((line, row) => line.map((character, at) => [character, (before[row] ?? 0) + at + 1]));
}

function Characters({ text }: { text: string }) {
  return (
    <div className="mt-4 max-h-[60dvh] overflow-y-auto">
      <span className="sr-only">{text}</span>
      <div aria-hidden className="grid gap-2">
        {numbered(text).map((line, row) => (
          <div key={row} className="flex min-h-2 flex-wrap gap-1">
            {line.map(([character, place]) => (
              <span key={place} className="grid justify-items-center gap-1">
                <span
                  className={clsx(
                    'grid h-14 min-w-10 place-items-center rounded-md border-y-2 border-transparent px-1 font-mono text-[2rem] leading-none whitespace-pre max-md:h-11 max-md:min-w-8 max-md:text-[1.5rem]',
                    looks[sortOf(character)],
                  )}
                >
                  {character === ' ' ? '␣' : character}
                </span>
                <span className="text-xs text-ink-3">{place}</span>
              </span>
            ))}
          </div>
        ))}
      </div>
    </div>
  );
}

const Legend = ({ sort, children }: { sort: Sort; children: string }) => (
  <span className="flex items-center gap-1.5">
    <span aria-hidden className={clsx('size-3.5 rounded-sm border-y-2 border-transparent', looks[sort])} />
    {children}
  </span>
);
