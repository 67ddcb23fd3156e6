import { countText } from './count-text.ts';

export interface Detached {
  noun: string;
  nouns: string;
  /** Undefined while it is not known. */
  count: number | undefined;
}

const listed = new Intl.ListFormat('en-US');

/** What a deletion takes the record away from: '2 domains use it and will be detached.' */
export function DetachedLine({ kinds }: { kinds: readonly Detached[] }) {
  const users = kinds.filter(({ count = 0 }) => count > 0);
  if (users.length === 0) return null;
  const words = users.map((kind) => countText(kind, kind.count, false, undefined));
  const isOne = users.length === 1 && users[0]?.count === 1;
  return `${listed.format(words)} ${isOne ? 'uses' : 'use'} it and will be detached.`;
}
