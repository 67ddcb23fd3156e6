// Enters a portfolio through the API, as an operator would.
import { actOnAlerts, enterRules } from './demo-alerts.js';
import { credentials } from './demo-portfolio.js';

/**
 * Registers the operator and enters the records. `lookUp` writes what would be found about them, once they are there.
 * Returns {tokens, lost}: `lost` lists the accounts, as [table, id], whose password still has to be removed.
 */
export async function enterPortfolio(url, operator, records, lookUp) {
  let token;
  const api = async (method, path, body) => {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
    return answer.data;
  };
  const { tokens, user } = await api('POST', '/auth/register', operator);
  token = tokens.accessToken;
  const { workspaces } = await api('GET', '/workspaces');
  await enterRules(api, { user: user.id, workspace: workspaces[0].id });
  const lost = await enterRecords(api, records);
  await lookUp();
  await actOnAlerts(api);
  return { tokens, lost };
}

async function enterRecords(api, records) {
  const one = async (path, row) => Object.values(await api('POST', path, row))[0].id;
  const each = async (path, rows) => {
    const ids = [];
    for (const row of rows) ids.push(await one(path, row));
    return ids;
  };
  const importAll = async (path, key, rows) => {
    const { imported, errors } = await api('POST', `${path}/bulk-import`, { [key]: rows });
    if (imported !== rows.length) throw new Error(`${path}: ${JSON.stringify(errors)}`);
  };
  /** The ids of imported rows, in order, matched by a key. */
  const idsOf = async (path, rows, key) => {
    const stored = Object.values(await api('GET', path))[0];
    return rows.map((row) => stored.find((record) => key(record) === key(row)).id);
  };

  const emails = await each('/emails', records.emails.slice(0, -1));
  await importAll('/proxies', 'proxies', records.proxies);
  const proxies = await idsOf('/proxies', records.proxies, ({ name }) => name);
  const [ownType] = await each('/registrator-types', records.ownTypes);
  const { registratorTypes } = await api('GET', '/registrator-types');

  const referring = ({ mailbox, proxy, losesPassword, ...row }) => ({
    ...row,
    emailAccountId: emails[mailbox],
    ...(proxy !== undefined && { proxyId: proxies[proxy] }),
  });
  const accountRows = records.registrarAccounts.map(({ type: name, ...account }) => {
    const type = registratorTypes.find((each) => each.name === name);
    const email = records.emails[account.mailbox].email;
    const apiCredentials = account.hasApiAccess && credentials(Object.keys(type.apiFields), email);
    return { ...referring(account), registratorTypeId: type.id, ...(apiCredentials && { apiCredentials }) };
  });
  await importAll('/registrator-accounts', 'accounts', accountRows);
  const accounts = await idsOf(
    '/registrator-accounts',
    accountRows,
    ({ emailAccountId, registratorTypeId }) => emailAccountId + registratorTypeId,
  );
  const apiFields = { ...records.ownTypes[0].apiFields, ...records.lateField };
  await api('PUT', `/registrator-types/${ownType}`, { apiFields });
  const hostings = await each('/hostings', records.hostings.map(referring));
  const cdn = await each('/cdn', records.cdn.map(referring));

  const serverRows = records.servers.map(({ hosting, ...row }) => ({ ...row, hostingId: hostings[hosting] }));
  const servers = await each('/servers', serverRows.slice(0, -1));
  const domains = records.domains.map(({ account, server, cdn: cdnAccount, ...row }) => ({
    ...row,
    registratorAccountId: accounts[account],
    ...(server !== undefined && { serverId: servers[server] }),
    ...(cdnAccount !== undefined && { cdnAccountId: cdn[cdnAccount] }),
  }));
  await importAll('/domains', 'domains', domains.slice(0, -3));
  const dated = { proxies, 'registrator-accounts': accounts };
  for (const { at, ...date } of records.dates)
    await api('POST', '/dates', { ...date, recordId: dated[date.area][at] });

  // Edit some records, so that the recent activity shows some of each.
  const [first, second, third] = domains.slice(-3);
  await one('/domains', first);
  await one('/emails', records.emails.at(-1));
  await one('/domains', second);
  await one('/servers', serverRows.at(-1));
  await one('/domains', third);

  const losing = (table, rows, ids) =>
    rows.flatMap(({ losesPassword }, index) => (losesPassword ? [[table, ids[index]]] : []));
  return [
    ...losing('registrator_accounts', records.registrarAccounts, accounts),
    ...losing('cdn_accounts', records.cdn, cdn),
  ];
}
