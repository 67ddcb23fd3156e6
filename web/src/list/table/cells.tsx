import type { Area } from '@quartermaster/contract/api/areas';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { addressOf } from '@quartermaster/contract/rules/ip-address';
import type { ReactNode } from 'react';
import { inWorkspace } from '../../api/workspace.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { formatDate, formatDateTime, formatTime } from '../../ui/format.ts';
import { Marked } from '../../ui/marked.tsx';
import { TagList } from '../../ui/tag-chip.tsx';
import type { Identified } from '../../records/entity.ts';
import type { Column } from './table-props.ts';

const cellPadding = 10;

// Cells have no click handlers: the table handles clicks on elements marked here (use-row-clicks.ts).

/** A record's name, which shows the record. */
export const RowName = ({ children, title }: { children: ReactNode; title?: string | undefined }) => (
  <button type="button" data-open title={title} className="-my-1 clipped py-1 text-left hover:underline">
    <Marked>{children}</Marked>
  </button>
);

interface RecordLinkProps {
  area: Area;
  id: string;
  tip?: string;
  /** Less prominent than the line above. */
  isSecond?: boolean;
  children: ReactNode;
}

/** A reference to a record. A click shows its connections beside the list; the address is for new tabs. */
export const RecordLink = ({ area, id, tip, isSecond, children }: RecordLinkProps) => (
  <a
    href={inWorkspace(`/${area}/${id}`)}
    data-connections={`${area}:${id}`}
    data-tip={tip}
    className={`-my-1 clipped py-1 hover:underline ${isSecond ? 'text-xs font-normal text-ink-2' : ''}`}
  >
    <Marked>{children}</Marked>
  </a>
);

interface CopyableProps {
  value: string | (() => Promise<string>);
  /** What is copied: 'email'. */
  what: string;
  /** The text, which may be truncated. */
  children: ReactNode;
  /** Another button. */
  more?: ReactNode;
}

/** A text with buttons over its end, which take up no width. */
export const Copyable = ({ value, what, children, more }: CopyableProps) => (
  <span className="flex min-w-0 items-center">
    {children}
    <span className="tools">
      <CopyButton value={value} what={what} />
      {more}
    </span>
  </span>
);

interface EmailCellProps {
  /** Null if the answer contains no mailbox. */
  account: (Identified & { email: string }) | null | undefined;
}

export const EmailCell = ({ account }: EmailCellProps) =>
  account?.email ? (
    <Copyable value={account.email} what="email">
      <RecordLink area="emails" id={account.id}>
        {account.email}
      </RecordLink>
    </Copyable>
  ) : (
    'Unknown Email'
  );

interface ProxyCellProps {
  proxy: (Identified & { name: string; ip: string | null; port: number | null }) | null | undefined;
}

export const ProxyCell = ({ proxy }: ProxyCellProps) =>
  proxy ? (
    <span className="stacked">
      <RecordLink area="proxies" id={proxy.id}>
        {proxy.name}
      </RecordLink>
      <span className="clipped font-mono text-xs text-ink-2">{addressOf(proxy)}</span>
    </span>
  ) : (
    '—'
  );

const shortUrl = (url: string) => url.replace(/^https?:\/\//, '').replace(/\/$/, '');

interface UrlCellProps {
  url: string | null;
  /** What is copied: 'login URL'. */
  what: string;
  label?: string;
  /** Whether search covers the address. */
  isSearched?: boolean;
}

/** A link to a web address; `label` replaces its text, and the tooltip shows the address. */
export const UrlCell = ({ url, what, label, isSearched = false }: UrlCellProps) =>
  url === null ? (
    '—'
  ) : (
    <Copyable value={url} what={what}>
      <ExternalLink href={url} className="-my-1 clipped py-1 text-accent-text hover:underline">
        {label ?? shortUrl(url)}
      </ExternalLink>
      {label && (
        <span className="ml-2 clipped text-xs text-ink-2">
          {isSearched ? <Marked>{shortUrl(url)}</Marked> : shortUrl(url)}
        </span>
      )}
    </Copyable>
  );

/** The tags; a click on one filters the list by it. */
export const tagsColumn = <T extends { tags: readonly Tag[] }>(
  width: number,
  onTag: (tag: Tag) => void,
): Column<T> => ({
  id: 'tags',
  header: 'Tags',
  width,
  isWhole: true,
  cell: ({ tags }) => <TagList tags={tags} onTag={onTag} room={width - 2 * cellPadding} />,
});

export const commentColumn = <T extends { comment: string | null }>(width: number): Column<T> => ({
  id: 'comment',
  header: 'Comment',
  width,
  sortBy: 'comment',
  cell: ({ comment }) => (
    <span className="clamped text-ink-2">
      <Marked>{comment ?? '—'}</Marked>
    </span>
  ),
});

/** 'Jan 5, 2024, 10:30 AM', which may wrap between date and time; compact rows show only the date. */
const Created = ({ createdAt }: { createdAt: string }) => (
  <span className="created">
    {formatDate(createdAt)}
    <span>
      , <span className="whitespace-nowrap">{formatTime(createdAt)}</span>
    </span>
  </span>
);

export const createdColumn = <T extends { createdAt: string }>(): Column<T> => ({
  id: 'createdAt',
  header: 'Created',
  headings: ['Created At'],
  width: 106,
  most: 106,
  sortBy: 'createdAt',
  cell: ({ createdAt }) => <Created createdAt={createdAt} />,
});

/** A line in a card on a narrow screen. */
export const CardComment = ({ children }: { children: string }) => (
  <span className="clipped text-ink-2">
    <Marked>{children}</Marked>
  </span>
);

/** The end of a card on a narrow screen. */
export const CardEnd = ({ comment, createdAt }: { comment?: string | null; createdAt: string }) => (
  <>
    {comment && <CardComment>{comment}</CardComment>}
    <span className="text-xs text-ink-3">Created {formatDateTime(createdAt)}</span>
  </>
);
