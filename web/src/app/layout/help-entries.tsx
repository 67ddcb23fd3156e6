import { Link } from '@tanstack/react-router';
import { BookOpen, Braces, Keyboard } from 'lucide-react';
import { version } from '../../../../package.json';
import { showShortcuts } from '../../ui/shortcuts.tsx';

const entryClass =
  'flex h-9 w-full items-center gap-2.5 rounded-md px-2.5 text-left text-sm font-medium text-ink-2 hover:bg-sunken hover:text-ink max-md:h-10';
const iconClass = 'size-4 shrink-0';

/** Shortcuts, the documentation and the version. */
export default function HelpEntries({ close }: { close: () => void }) {
  return (
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
      <p className="mt-1 border-t border-line px-2.5 pt-2 pb-1 text-xs text-ink-3">Quartermaster {version}</p>
    </>
  );
}
