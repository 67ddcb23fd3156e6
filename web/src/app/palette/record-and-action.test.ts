import { expect, test } from 'vitest';
import { recordAndAction } from './record-and-action.ts';

test.each([
  ['web-05 password', { record: 'web-05', action: 'password' }],
  ['web-05 pass', { record: 'web-05', action: 'pass' }],
  ['ssh web 05', { record: 'web 05', action: 'ssh' }],
  ['Acme Tools EDIT', { record: 'acme tools', action: 'edit' }],
  ['password', null],
  ['acme tools', null],
  ['acme p', null],
])('%s names a record and an action: %j', (typed, expected) => {
  expect(recordAndAction(typed)).toEqual(expected);
});
