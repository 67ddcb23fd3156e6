import { Link } from '@tanstack/react-router';
import { BookOpen, Braces, CircleQuestionMark, Keyboard } from 'lucide-react';
import { version } from '../../../../package.json';
import { Disclosure } from '../../ui/disclosure.tsx';
import { showShortcuts } from '../../ui/shortcuts.tsx';

const entryClass =
  'flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-sm font-medium text-ink-2 hover:bg-sunken hover:text-ink max-md:h-10';
const iconClass = 'size-4 shrink-0';

/** Shortcuts, the documentation and the version. */
export const HelpMenu = () => (
  <Disclosure
    label={
      <>
        <CircleQuestionMark aria-hidden className="size-4.5" strokeWidth={1.75} />
        <span className="sr-only">Help</span>
      </>
    }
    buttonClass="grid size-8 place-items-center rounded-md text-ink-2 hover:bg-sunken hover:text-ink"
    panelClass="-ml-48 w-60"
  >
    {(close) => (
      <>
        <ul>
          <li>
            <button
              type="button"
              className={entryClass}
              onClick={() => {
                close();
                showShortcuts();
              }}
            >
              <Keyboard aria-hidden className={iconClass} strokeWidth={1.75} />
              Keyboard shortcuts
            </button>
          </li>
          <li>
            <Link to="/docs" className={entryClass} onClick={close}>
              <BookOpen aria-hidden className={iconClass} strokeWidth={1.75} />
              Documentation
            </Link>
          </li>
          <li>
            <a href="/api/docs" target="_blank" rel="noreferrer" className={entryClass} onClick={close}>
              <Braces aria-hidden className={iconClass} strokeWidth={1.75} />
              API
            </a>
          </li>
        </ul>
        <p className="mt-1 border-t border-line px-2.5 pt-2 pb-1 text-xs text-ink-3">
          Quartermaster {version}
        </p>
      </>
    )}
  </Disclosure>
);
