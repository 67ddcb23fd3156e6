import type { Locator } from 'playwright-core';
import { fixtures } from '../server/test/fixtures/all.ts';
import { select } from './list-steps.ts';

/** What the page and the form of a kind say. */
interface KindWords {
  /** The heading of its page. */
  heading: string;
  /** The empty list, and its button; without one there is always a record. */
  empty: string;
  first: string | undefined;
  noMatch: string;
  clear: string;
  add: string;
  adding: string;
  editing: string;
  create: string;
  update: string;
  exporting: string;
  /** The messages of a new form that was sent untouched, in order. */
  errors: readonly string[];
  question: string;
  /** Enters what is more than a text or the choice of a record. */
  fill: (form: Locator) => Promise<unknown>;
}

const authentication =
  'Please select an authentication method: either enter a password or enable Google Login';
const noPassword = 'Password is required when not using Google Login';

/** What the specification words otherwise than the nouns of the contract would have it. */
const special: Record<string, Partial<KindWords>> = {
  emails: {
    empty: 'No email accounts yet',
    noMatch: 'No matching accounts found',
    clear: 'Clear Search',
    errors: ['Email is required', 'Password is required'],
  },
  proxies: {
    heading: 'Proxy Servers',
    errors: ['Name is required', 'IP address is required', 'Username is required', 'Password is required'],
  },
  'registrator-types': {
    empty: 'No matching registrator types found',
    first: undefined,
    noMatch: 'No matching registrator types found',
    add: 'Add Type',
    create: 'Create Type',
    update: 'Update Type',
    errors: ['Name is required'],
    question: 'Are you sure you want to delete "Registrar 2"?',
  },
  'registrator-accounts': {
    add: 'Add Account',
    first: 'Add First Account',
    create: 'Create Account',
    update: 'Update Account',
    errors: ['Email account is required', 'Registrator type is required', noPassword, authentication],
  },
  hostings: {
    exporting: 'Export CSV',
    errors: ['Name is required', 'Provider is required', 'Email account is required'],
    fill: (form) => form.getByLabel('Use Google Login').check(),
  },
  servers: {
    empty: 'No servers found.',
    noMatch: 'No servers found.',
    first: 'Create your first server',
    adding: 'Create Server',
    exporting: 'Export CSV',
    errors: [
      'Name is required',
      'Hosting account is required',
      'User 1: Username is required',
      'User 1: Password is required',
    ],
    fill: async (form) => {
      await form.getByLabel('Server Name').fill('Server 1.');
      await form.getByLabel('Username').fill('deploy-1');
      await form.getByLabel('Password').fill('deploy secret 1');
    },
  },
  cdn: {
    errors: [
      'Provider is required',
      'Email account is required',
      noPassword,
      authentication,
      'At least one API credential is required',
    ],
    question: 'Are you sure you want to delete the Cloudflare CDN account?',
    fill: async (form) => {
      await select(form.getByLabel('CDN Provider'), 'Cloudflare');
      await form.getByLabel('API Token').fill('cdn token 1');
    },
  },
  domains: { errors: ['Domain is required', 'Registrator account is required'] },
};

/** 'email account' as in a heading: 'Email Account'. */
const title = (words: string) => words.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

export function wordsOf(area: string): KindWords {
  const { crud, invalid } = fixtures[area] ?? {};
  const { one = '', many = '' } = crud ?? {};
  const empty = `No ${many} found`;
  return {
    heading: title(many),
    empty,
    first: `Add First ${title(one)}`,
    noMatch: empty,
    clear: 'Clear Filters',
    add: `Add ${title(one)}`,
    adding: `Add ${title(one)}`,
    editing: `Edit ${title(one)}`,
    create: `Create ${title(one)}`,
    update: `Update ${title(one)}`,
    exporting: 'Export',
    errors: (invalid ?? [])
      .filter(({ body }) => Object.values(body)[0] === '')
      .flatMap(({ fields }) => Object.values(fields)),
    question: `Are you sure you want to delete this ${one}?`,
    fill: () => Promise.resolve(),
    ...special[area],
  };
}
