import type { ListedAlert } from '@quartermaster/contract/alerts/alerts.schema';
import { expect, test } from 'vitest';
import { dueText } from './due-words.ts';

const alert = (more: Partial<ListedAlert>) =>
  ({
    kind: 'expiry',
    what: 'domain',
    name: 'shop.example',
    label: null,
    renewal: null,
    change: null,
    ...more,
  }) as ListedAlert;

test.each([
  [{ daysLeft: 5 }, 'Due in 5 days'],
  [{ daysLeft: 1 }, 'Due tomorrow'],
  [{ daysLeft: 0 }, 'Due today'],
  [{ daysLeft: -1 }, 'Expired yesterday'],
  [{ daysLeft: -1048 }, 'Expired 1,048 days ago'],
  [{ what: 'tls', label: 'shop.example:443', daysLeft: 2 }, 'Certificate ends in 2 days'],
  [
    { what: 'tls', label: 'mail.shop.example:465', daysLeft: -3 },
    'Certificate of mail.shop.example:465 ended 3 days ago',
  ],
  [{ what: 'server', label: 'VPS 12', daysLeft: 12 }, 'VPS 12 is due in 12 days'],
  [{ what: 'hosting', daysLeft: -2 }, 'Hosting expired 2 days ago'],
  [{ what: 'password', daysLeft: -2 }, 'Password was due 2 days ago'],
  [{ kind: 'registration-lost', what: null, daysLeft: null }, 'No longer registered'],
  [{ kind: 'fact-changed', what: null, label: 'Name servers changed', change: {} }, 'Name servers changed'],
] as [Partial<ListedAlert>, string][])('%j is said as %s', (more, words) => {
  expect(dueText(alert(more))).toBe(words);
});
