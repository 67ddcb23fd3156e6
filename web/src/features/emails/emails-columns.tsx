import { client } from '@quartermaster/contract/api/client';
import type { EmailAccount } from '@quartermaster/contract/entities/emails/emails.schema';
import type { Tag } from '@quartermaster/contract/rules/tags';
import {
  CardEnd,
  commentColumn,
  Copyable,
  createdColumn,
  RowName,
  tagsColumn,
  UrlCell,
} from '../../list/table/cells.tsx';
import type { Column } from '../../list/table/table-props.ts';
import { fieldHeading } from '../../records/entity.ts';
import { secretAt } from '../../records/secrets.ts';
import { SecretCell } from '../../ui/secret-cell.tsx';
import { TagList } from '../../ui/tag-chip.tsx';

const heading = (field: keyof typeof client.emails.fieldLabels) => fieldHeading(client.emails, field);

const Email = ({ email }: { email: string }) => (
  <Copyable value={email} what="email">
    <RowName>{email}</RowName>
  </Copyable>
);

const LoginUrl = ({ url }: { url: string | null }) => <UrlCell url={url} what="login URL" label="Open" />;

export const emailColumns = (onTag: (tag: Tag) => void): Column<EmailAccount>[] => [
  {
    id: 'email',
    header: heading('email'),
    width: 252,
    sortBy: 'email',
    cell: ({ email }) => <Email email={email} />,
  },
  {
    id: 'password',
    header: heading('password'),
    width: 110,
    cell: (account) => <SecretCell value={secretAt(client.emails, account, 'password')} what="password" />,
  },
  {
    id: 'loginUrl',
    header: heading('loginUrl'),
    width: 200,
    sortBy: 'loginUrl',
    cell: ({ loginUrl }) => <LoginUrl url={loginUrl} />,
  },
  tagsColumn(214, onTag),
  commentColumn(200),
  createdColumn(),
];

export const emailCard = (account: EmailAccount) => (
  <div className="card">
    <Email email={account.email} />
    <SecretCell value={secretAt(client.emails, account, 'password')} what="password" />
    {account.loginUrl && <LoginUrl url={account.loginUrl} />}
    {account.tags.length > 0 && <TagList tags={account.tags} />}
    <CardEnd {...account} />
  </div>
);
