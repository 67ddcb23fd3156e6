/** A key that makes a repetition of a request harmless. Not `randomUUID`, which browsers lack on plain http. */
export const newRequestKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join('-');
