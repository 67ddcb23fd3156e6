/** The same function, which works out each value once: at most so many are kept, and then it begins anew. */
export function known<K, V extends NonNullable<unknown> | null>(
  workOut: (key: K) => V,
  atMost: number,
): (key: K) => V {
  const values = new Map<K, V>();
  return (key) => {
    const before = values.get(key);
    if (before !== undefined) return before;
    const value = workOut(key);
    if (values.size >= atMost) values.clear();
    values.set(key, value);
    return value;
  };
}
