/** How many bytes a sequence has by its first, and between which bytes its second is (RFC 3629, 4). */
function formOf(first: number): { length: number; from: number; to: number } | null {
  if (first >= 0xc2 && first <= 0xdf) return { length: 2, from: 0x80, to: 0xbf };
  if (first >= 0xe0 && first <= 0xef)
    return { length: 3, from: first === 0xe0 ? 0xa0 : 0x80, to: first === 0xed ? 0x9f : 0xbf };
  if (first >= 0xf0 && first <= 0xf4)
    return { length: 4, from: first === 0xf0 ? 0x90 : 0x80, to: first === 0xf4 ? 0x8f : 0xbf };
  return null;
}

/** The places of bytes that are not UTF-8, and how many characters beyond ASCII are. */
export function invalidBytes(bytes: Uint8Array): { sequences: number; places: number[] } {
  const places: number[] = [];
  let sequences = 0;
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) {
      at += 1;
      continue;
    }
    const form = formOf(first);
    const rest = bytes.subarray(at + 1, at + (form?.length ?? 1));
    const [second = 0] = rest;
    const isOne =
      form !== null &&
      rest.length === form.length - 1 &&
      second >= form.from &&
      second <= form.to &&
      rest.every((byte) => byte >= 0x80 && byte <= 0xbf);
    if (isOne) sequences += 1;
    else places.push(at);
    at += isOne ? form.length : 1;
  }
  return { sequences, places };
}
