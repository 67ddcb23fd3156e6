import { activeCell } from '@quartermaster/contract/rules/cells';
import { shownName } from '@quartermaster/contract/rules/domain-name';
import { recordNameOf } from '@quartermaster/contract/rules/record-name';
import { joinTags } from '@quartermaster/contract/rules/tags';
import { Link, useRouter } from '@tanstack/react-router';
import { Ellipsis, ExternalLink, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useMay, useMayWrite } from '../api/rights.ts';
import { entities } from '../records/entities.ts';
import { capital } from '../records/entity.ts';
import { RecordDetail } from '../records/record-name.tsx';
import { webAddress } from '../records/web-address.ts';
import { buttonClass } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { deferred } from '../ui/deferred.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { TagChip } from '../ui/tag-chip.tsx';
import type { Subject } from './details.ts';
import { usePlace } from './place.ts';
import { tabs } from './tabs.tsx';

const RotateDialog = deferred(() => import('../records/rotate-dialog.tsx'));

interface HeadProps {
  subject: Subject;
  /** Renders the heading with the record's name. */
  heading: (name: string) => ReactNode;
  onDelete: () => void;
}

/** A record's kind, name, status and tags, and what can be done with it. */
export function Head({ subject, heading, onDelete }: HeadProps) {
  const { area, entity, record, details } = subject;
  const { name, detail } = recordNameOf(entity, record);
  const shown = shownName(area, name);
  const router = useRouter();
  const place = usePlace();
  const isOpenable = useMayWrite(entity) && !details.isLocked?.(record as never);
  const url = webAddress(area, name, record[entity.url ?? '']);
  return (
    <header className="grid gap-2.5">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        {heading(shown)}
        <Status subject={subject} />
        {area !== 'domains' && <RecordDetail area={area} detail={detail} />}
      </div>
      {record.tags && record.tags.length > 0 && (
        <ul aria-label="Tags" className="flex flex-wrap gap-1">
          {record.tags.map((tag, place) => (
            <li key={place} className="flex max-w-full">
              <TagChip
                tag={tag}
                onClick={({ type, value }) => {
                  const tags = joinTags([`${type}:${value}`]);
                  void router.navigate({ to: `/${area}`, search: { tags } } as never);
                }}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="no-print flex flex-wrap items-center gap-2">
        {isOpenable && (
          <Link {...place.toForm(area, record.id)} aria-keyshortcuts="e" className={buttonClass('primary')}>
            <Pencil aria-hidden className="-ml-0.5 size-4" strokeWidth={1.75} /> Edit
          </Link>
        )}
        <span className="inline-flex h-8 items-center rounded-md border border-line bg-surface px-1 shadow-card">
          <CopyButton value={name} what={nameWord(subject)} />
        </span>
        {url !== undefined && (
          <a href={url} target="_blank" rel="noopener noreferrer" className={buttonClass()}>
            <ExternalLink aria-hidden className="-ml-0.5 size-4" strokeWidth={1.75} />
            Open {entities[area].urlName ?? 'website'}
          </a>
        )}
        <More subject={subject} onDelete={isOpenable ? onDelete : undefined} />
      </div>
    </header>
  );
}

/** What a copy of the name is called: 'domain', 'email', 'name'. */
const nameWord = ({ entity }: Subject): string =>
  typeof entity.name === 'string' && !entity.name.includes('.') ? entity.name : 'name';

function Status({ subject: { record, details } }: { subject: Subject }) {
  if (details.status) return details.status(record as never);
  const { status, isActive } = record;
  if (typeof status === 'string') return <StatusBadge status={status} />;
  return typeof isActive === 'boolean' && <StatusBadge status={activeCell({ isActive })} />;
}

const item =
  'flex min-h-8 w-full items-center rounded px-2 text-left text-sm hover:bg-sunken max-md:min-h-11';

/** The menu of what is done less often. */
function More({ subject, onDelete }: { subject: Subject; onDelete: (() => void) | undefined }) {
  const { area, entity, record } = subject;
  const place = usePlace();
  const manages = useMay('manage');
  const [isRotating, setRotating] = useState(false);
  const mayRotate = manages && (record.secretFields ?? []).length > 0;
  const commands = tabs.filter(({ command, isFor }) => command && (isFor?.(subject) ?? true));
  if (!onDelete && !mayRotate && commands.length === 0) return null;
  return (
    <>
      <Disclosure
        at="button"
        label={
          <>
            <span className="sr-only">More actions</span>
            <Ellipsis aria-hidden className="size-4" strokeWidth={1.75} />
          </>
        }
        buttonClass={buttonClass('default', 'px-2')}
        panelClass="w-44"
      >
        {(close) => (
          <ul aria-label={`Actions on the ${entity.one}`}>
            {commands.map(({ id, command }) => (
              <li key={id}>
                <Link {...place.toTab(area, record.id, id)} className={item} onClick={close}>
                  {command}
                </Link>
              </li>
            ))}
            {mayRotate && (
              <li>
                <button
                  type="button"
                  className={item}
                  onClick={() => {
                    close();
                    setRotating(true);
                  }}
                >
                  Rotate these
                </button>
              </li>
            )}
            {onDelete && (
              <li>
                <button
                  type="button"
                  className={`${item} text-bad`}
                  onClick={() => {
                    close();
                    onDelete();
                  }}
                >
                  Delete
                </button>
              </li>
            )}
          </ul>
        )}
      </Disclosure>
      {isRotating && <RotateDialog entity={entity} ids={[record.id]} onClose={() => setRotating(false)} />}
    </>
  );
}

/** 'Email account' with its icon. */
export function KindLabel({ area }: Pick<Subject, 'area'>) {
  const { icon: Icon, entity } = entities[area];
  return (
    <span className="flex items-center gap-1.5 text-xs text-ink-2">
      <Icon aria-hidden className="size-3.5" strokeWidth={1.75} />
      {capital(entity.one)}
    </span>
  );
}
