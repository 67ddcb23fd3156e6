import { describe, expect, test } from 'vitest';
import { documents, targetOf } from './documents.ts';

describe('links of the documents', () => {
  test('lead to a document in the app, to a heading of the same one, or outside', () => {
    expect(targetOf('upgrading.md')).toEqual({ name: 'upgrading', hash: '' });
    expect(targetOf('operating.md#limits')).toEqual({ name: 'operating', hash: 'limits' });
    expect(targetOf('#mail')).toEqual({ name: null, hash: 'mail' });
    expect(targetOf('https://nginx.org/')).toBe('outside');
  });

  test('lead nowhere if their target does not ship with the app', () => {
    for (const href of ['decisions/0016-jobs.md', '../README.md', 'constructor.md', 'javascript:alert(1)'])
      expect(targetOf(href)).toBeNull();
  });

  test('every document begins with its title', () => {
    for (const { text } of Object.values(documents)) expect(text).toMatch(/^# \S/);
  });
});
