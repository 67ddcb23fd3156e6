import type { EmailAccount } from '@quartermaster/contract/entities/emails/emails.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import { type Words, tagWords } from '../../list/search-text.ts';
import type { Column } from '../../list/table-props.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ExternalLink } from '../../ui/external-link.tsx';
import { formatDate } from '../../ui/format.ts';
import { SecretCell } from '../../ui/secret-cell.tsx';
import { TagList } from '../../ui/tag-chip.tsx';

/** What search looks through; the server does the same. */
export const emailWords = ({ email, comment, tags }: EmailAccount): Words => [
  email,
  comment,
  ...tagWords(tags),
];

export const emailName = ({ email }: EmailAccount): string => email;

const LoginUrl = ({ url }: { url: string | null }) =>
  url === null ? (
    '—'
  ) : (
    <span className="flex items-center gap-1.5">
      <ExternalLink href={url}>Open</ExternalLink>
      <CopyButton value={url} what="login URL" />
      <span className="min-w-0 clipped text-xs text-ink-2">{url.replace(/^https?:\/\//, '')}</span>
    </span>
  );

const Email = ({ email }: { email: string }) => (
  <span className="flex items-center gap-1">
    <span className="min-w-0 clipped">{email}</span>
    <CopyButton value={email} what="email" />
  </span>
);

export const emailColumns = (onTag: (tag: Tag) => void): Column<EmailAccount>[] => [
  { id: 'email', header: 'Email', width: 252, sortBy: 'email', cell: ({ email }) => <Email email={email} /> },
  {
    id: 'password',
    header: 'Password',
    width: 126,
    cell: ({ password }) => <SecretCell value={password} what="password" />,
  },
  {
    id: 'loginUrl',
    header: 'Login URL',
    width: 236,
    sortBy: 'loginUrl',
    cell: ({ loginUrl }) => <LoginUrl url={loginUrl} />,
  },
  { id: 'tags', header: 'Tags', width: 236, cell: ({ tags }) => <TagList tags={tags} onTag={onTag} /> },
  {
    id: 'comment',
    header: 'Comment',
    width: 216,
    sortBy: 'comment',
    cell: ({ comment }) => <span className="clamped text-ink-2">{comment ?? '—'}</span>,
  },
  {
    id: 'createdAt',
    header: 'Created',
    width: 116,
    sortBy: 'createdAt',
    cell: ({ createdAt }) => formatDate(createdAt),
  },
];

export const emailCard = (account: EmailAccount) => (
  <div className="grid gap-1">
    <span className="text-base font-medium">
      <Email email={account.email} />
    </span>
    <SecretCell value={account.password} what="password" />
    {account.loginUrl && <LoginUrl url={account.loginUrl} />}
    {account.tags.length > 0 && <TagList tags={account.tags} />}
    {account.comment && <span className="line-clamp-2 text-ink-2">{account.comment}</span>}
  </div>
);
