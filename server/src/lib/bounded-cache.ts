import { LRUCache } from 'lru-cache';

/**
 * Keeps the entries used last, at most `max` of them. It grows with its entries, because each counts as one: given a
 * `max` itself, LRUCache allocates room for all of them at once.
 */
export class BoundedCache<
  V extends NonNullable<unknown>,
  K extends NonNullable<unknown> = string,
> extends LRUCache<K, V> {
  constructor({ max = 10_000, ttl = 0 } = {}) {
    super({ maxSize: max, sizeCalculation: () => 1, ttl });
  }
}
