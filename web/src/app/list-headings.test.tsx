import { client } from '@quartermaster/contract/api/client';
import { exportColumns } from '@quartermaster/contract/rules/export-columns';
import { expect, test } from 'vitest';
import { cdnColumns } from '../features/cdn/cdn-columns.tsx';
import { domainColumns } from '../features/domains/domains-columns.tsx';
import { emailColumns } from '../features/emails/emails-columns.tsx';
import { hostingColumns } from '../features/hostings/hostings-columns.tsx';
import { proxyColumns } from '../features/proxies/proxies-columns.tsx';
import { accountColumns } from '../features/registrator-accounts/registrator-accounts-columns.tsx';
import { typeColumns } from '../features/registrator-types/registrator-types-columns.tsx';
import { serverColumns } from '../features/servers/servers-columns.tsx';
import { headingsIn } from '../list/views/column-order.ts';

const none = () => undefined;
const usual = ({ csv = {} }: { csv?: object }) => Object.keys(csv);

test('lists show every column of their CSV file, except these', () => {
  const hidden = (entity: Parameters<typeof usual>[0], columns: Parameters<typeof headingsIn>[1]) => {
    const shown = headingsIn(usual(entity), columns);
    return usual(entity).filter((heading) => !shown.includes(heading));
  };
  expect({
    domains: hidden(client.domains, domainColumns(none)),
    servers: hidden(client.servers, serverColumns({ open: new Set(), onToggle: none })(none)),
    cdn: hidden(client.cdn, cdnColumns(none)),
    emails: hidden(client.emails, emailColumns(none)),
    proxies: hidden(client.proxies, proxyColumns(none)),
    hostings: hidden(client.hostings, hostingColumns(none)),
    registratorAccounts: hidden(client.registratorAccounts, accountColumns(none)),
  }).toEqual({
    domains: ['CDN'],
    servers: ['Comment', 'Created At'],
    cdn: ['Comment'],
    emails: [],
    proxies: ['Comment'],
    hostings: ['Comment', 'Created At', 'Updated At'],
    registratorAccounts: ['Comment'],
  });
});

test('a list without a CSV file of its own exports the columns that it shows', () => {
  const all = Object.keys(exportColumns(client.registratorTypes));
  expect(headingsIn(all, typeColumns())).toEqual([
    'Name',
    'Website URL',
    'API Access',
    'API Fields',
    'Type',
    'Created At',
  ]);
});
