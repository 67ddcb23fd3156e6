import { resolve } from 'node:path';
import { limits } from '@quartermaster/contract/rules/limits';
import { z } from 'zod';
import { keyBytes, keyRule } from './lib/key-bytes.ts';
import { type Allows, readAllowed } from './lib/allowed-addresses.ts';
import { readDnsServers } from './lib/dns-servers.ts';
import type { LogFormat } from './lib/log.ts';
import { isLoopback } from './lib/loopback.ts';
import { type MailServer, readMailServer } from './lib/mail-server.ts';
import { editsBetween } from './lib/nearest.ts';
import { type RdapBootstrap, readRdapBootstrap } from './lib/rdap-list.ts';
import { readBy, whole, word } from './lib/setting-rules.ts';
import { type Trust, readTrust } from './lib/trusted-addresses.ts';
import { readWhoisServers, whoisServersRule } from './lib/whois-servers.ts';

const key = z
  .string()
  .refine((text) => keyBytes(text) !== null, keyRule)
  .optional();

const yes = z.enum(['true', 'false'], { error: 'must be true or false' }).default('false');

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must begin with postgres:// or postgresql://')
  .optional();

/** The origin of a web address without anything behind it. */
function publicUrlOf(text: string): string | null {
  const url = URL.parse(text);
  const isPlain = url !== null && /^https?:$/.test(url.protocol) && `${url.origin}/` === url.href;
  return isPlain ? url.origin : null;
}

/** Whether a text is an identity provider's address; only on this machine it needs no TLS. */
function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
}

const environment = z.object({
  PORT: whole(0, 65_535, 4000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl,
  DATABASE_POOL: whole(4, 100, 10),
  MASTER_KEY: key,
  MASTER_KEY_FILE: z.string().optional(),
  NEW_MASTER_KEY: key,
  REGISTRATION: word(['open', 'closed'], 'open'),
  PROXY_TEST_ALLOW_PRIVATE: yes,
  EGRESS_ALLOW: readBy(
    readAllowed,
    'must be addresses or networks, each with or without a port, separated by commas: ' +
      '10.0.0.5:8000,192.168.7.0/24,[fd00::]/8',
  ).optional(),
  DNS_SERVERS: readBy(
    readDnsServers,
    'must be addresses, each with or without a port, separated by commas: 192.0.2.1,[2001:db8::1]:5353',
  ).optional(),
  LOOK_UPS: word(['on', 'off'], 'on'),
  RDAP_BOOTSTRAP: readBy(
    readRdapBootstrap,
    "must be the http or https address, or a readable file, of a list such as IANA's: https://data.iana.org/rdap/dns.json",
  ).optional(),
  WHOIS_SERVERS: readBy(readWhoisServers, whoisServersRule).optional(),
  TRUST_PROXY: readBy(
    readTrust,
    'must be true, false, or addresses and networks, separated by commas',
  ).prefault('false'),
  LOG_LEVEL: word(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  LOG_FORMAT: z.enum(['json', 'text'], { error: 'must be one of: json, text' }).optional(),
  PUBLIC_URL: z
    .string()
    .refine(
      (text) => publicUrlOf(text) !== null,
      'must be an http or https address without path, such as https://inventory.example.com',
    )
    .optional(),
  SMTP_URL: readBy(
    readMailServer,
    'must be smtp:// or smtps://, with user and password or without: smtps://user:password@host; smtp:// takes ' +
      '?tls=required, opportunistic or off',
  ).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>\r\n]+ )?<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/,
      'must be an address, such as Quartermaster <inventory@example.com>',
    )
    .optional(),
  SIGN_IN_FAILURES: whole(1, 1_000_000, 10),
  PASSWORD_SIGN_IN: word(['on', 'off'], 'on'),
  OIDC_ISSUER: z
    .string()
    .refine(isIssuer, 'must be an https address without query (http on this machine alone)')
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_NAME: z.string().max(limits.name).default('single sign-on'),
  OIDC_EMAIL_CLAIM: z.string().max(limits.name).default('email'),
  OIDC_TRUST_EMAIL: yes,
});

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** null means SQLite in `dataDir`. */
  databaseUrl: string | null;
  /** The same database, without a pooler in between: for migrations, backups and restores. */
  directUrl: string | null;
  /** The most connections to PostgreSQL. */
  databasePool: number;
  /** The key itself (32 bytes as hex or base64), or the file that contains it. */
  masterKey: { key: string } | { file: string };
  /** The key to rotate to, if the key comes from the environment. */
  newMasterKey: string | null;
  registration: 'open' | 'closed';
  proxyTestAllowPrivate: boolean;
  /** Whether an address may be connected to although it is not public. */
  egressAllows: Allows;
  /** The DNS servers that the operator named; null: the system's. */
  dnsServers: readonly string[] | null;
  /** Whether anything is looked up on the internet. */
  looksUp: boolean;
  /** What the operator named instead of IANA's list; null: that one. */
  rdapBootstrap: RdapBootstrap | null;
  /** The WHOIS servers that the operator named, by top-level domain. */
  whoisServers: ReadonlyMap<string, string>;
  /** Whether an address belongs to a reverse proxy in front of this server. */
  trustProxy: Trust;
  /** Whether others than this machine are to reach the server: by where it listens, by its address or through a proxy. */
  isForOthers: boolean;
  logLevel: string;
  /** null: as the output demands. */
  logFormat: LogFormat | null;
  /** The address at which people reach the product, without a trailing slash: the base of all links. */
  publicUrl: string;
  /** Whether `publicUrl` follows from PUBLIC_URL or PORT. */
  isAddressGiven: boolean;
  /** Whether the operator named that address. */
  hasPublicUrl: boolean;
  /** The mail server and the sender; null: no mail is sent. */
  mail: { server: MailServer; from: string } | null;
  /** The limits, within 15 minutes, of failed sign-ins per client and of failing clients per address. */
  signInFailures: number;
  /** Whether people can sign in and register with a password. */
  passwordSignIn: boolean;
  /** The identity provider for sign-in. */
  oidc: Oidc | null;
}

export interface Oidc {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name shown to people. */
  name: string;
  /** The claim that holds a person's address. */
  emailClaim: string;
  /** Whether addresses that the provider has not verified register people, too. */
  trustEmail: boolean;
}

export class ConfigError extends Error {}

/** Reads the settings from the environment; blanks count as unset. Throws a ConfigError that names each invalid one. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(lines.join('\n'));
  }
  const value = parsed.data;
  if (value.MASTER_KEY !== undefined && value.MASTER_KEY_FILE !== undefined)
    throw new ConfigError('Set MASTER_KEY or MASTER_KEY_FILE, not both');
  if (value.DATABASE_DIRECT_URL !== undefined && value.DATABASE_URL === undefined)
    throw new ConfigError('Set DATABASE_URL with DATABASE_DIRECT_URL, or neither');
  const { SMTP_URL: server, MAIL_FROM: from } = value;
  if ((server === undefined) !== (from === undefined))
    throw new ConfigError('Set both SMTP_URL and MAIL_FROM, or neither');
  const oidc = [value.OIDC_ISSUER, value.OIDC_CLIENT_ID, value.OIDC_CLIENT_SECRET];
  if (oidc.includes(undefined) && oidc.some((each) => each !== undefined))
    throw new ConfigError('Set OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET together');
  const [issuer, clientId, clientSecret] = oidc;
  const dataDir = resolve(value.DATA_DIR);
  const publicUrl = publicUrlOf(value.PUBLIC_URL ?? '') ?? `http://localhost:${value.PORT}`;
  return {
    port: value.PORT,
    host: value.HOST,
    dataDir,
    databaseUrl: value.DATABASE_URL ?? null,
    directUrl: value.DATABASE_DIRECT_URL ?? value.DATABASE_URL ?? null,
    databasePool: value.DATABASE_POOL,
    masterKey:
      value.MASTER_KEY === undefined
        ? { file: resolve(value.MASTER_KEY_FILE ?? `${dataDir}/master.key`) }
        : { key: value.MASTER_KEY },
    newMasterKey: value.NEW_MASTER_KEY ?? null,
    registration: value.REGISTRATION,
    proxyTestAllowPrivate: value.PROXY_TEST_ALLOW_PRIVATE === 'true',
    egressAllows: value.EGRESS_ALLOW ?? (() => false),
    dnsServers: value.DNS_SERVERS ?? null,
    looksUp: value.LOOK_UPS === 'on',
    rdapBootstrap: value.RDAP_BOOTSTRAP ?? null,
    whoisServers: value.WHOIS_SERVERS ?? new Map<string, string>(),
    trustProxy: value.TRUST_PROXY,
    logLevel: value.LOG_LEVEL,
    logFormat: value.LOG_FORMAT ?? null,
    publicUrl,
    isForOthers:
      !isLoopback(value.HOST) ||
      !isLoopback(new URL(publicUrl).hostname) ||
      (given['TRUST_PROXY'] ?? 'false') !== 'false',
    hasPublicUrl: value.PUBLIC_URL !== undefined,
    isAddressGiven: given['PUBLIC_URL'] !== undefined || given['PORT'] !== undefined,
    mail: server && from ? { server, from } : null,
    signInFailures: value.SIGN_IN_FAILURES,
    passwordSignIn: value.PASSWORD_SIGN_IN === 'on',
    oidc:
      issuer && clientId && clientSecret
        ? {
            issuer,
            clientId,
            clientSecret,
            name: value.OIDC_NAME,
            emailClaim: value.OIDC_EMAIL_CLAIM,
            trustEmail: value.OIDC_TRUST_EMAIL === 'true',
          }
        : null,
  };
}

/** A sentence for each variable that is not a setting but nearly the name of one. */
export function misspeltSettings(env: NodeJS.ProcessEnv = process.env): string[] {
  const known = Object.keys(environment.shape);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name)) return [];
    // An edit in a name of four letters makes another word more easily than in a long one.
    const meant = known.find((setting) => editsBetween(name, setting) <= (setting.length > 4 ? 2 : 1));
    return meant === undefined ? [] : [`${name} is not a setting; did you mean ${meant}?`];
  });
}
