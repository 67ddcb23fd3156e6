/** All plain encodings in which the secret could leak. */
function encodingsOf(secret: string | Buffer): Buffer[] {
  const bytes = Buffer.from(secret);
  const text = typeof secret === 'string' ? secret : null;
  // Base64 at each of the three alignments, without the characters that depend on neighbouring bytes.
  const base64 = [0, 1, 2].map((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replaceAll('=', '');
    return whole.slice(before === 0 ? 0 : before + 1, -1);
  });
  const words = [
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    ...base64,
    ...base64.map((word) => word.replaceAll('+', '-').replaceAll('/', '_')),
    [...bytes].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    ...(text === null
      ? []
      : [
          JSON.stringify(text).slice(1, -1),
          [...text].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
        ]),
  ];
  const wide = Buffer.from(text ?? '', 'utf16le');
  return [
    bytes,
    ...words.map((word) => Buffer.from(word)),
    ...(text === null ? [] : [wide, Buffer.from(wide).swap16()]),
  ];
}

/** Finds any of many secrets in megabytes within milliseconds, by a table of their first three bytes. */
export class SecretScanner {
  readonly #prefixes = new Uint8Array(2 ** 24);
  readonly #byPrefix = new Map<number, { name: string; encoded: Buffer }[]>();

  add(secret: string | Buffer, name: string): void {
    for (const encoded of encodingsOf(secret)) {
      const prefix = encoded.readUIntBE(0, 3);
      this.#prefixes[prefix] = 1;
      this.#byPrefix.set(prefix, [...(this.#byPrefix.get(prefix) ?? []), { name, encoded }]);
    }
  }

  /** The name of a secret contained in the bytes. */
  find(bytes: Buffer): string | undefined {
    let prefix = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      prefix = ((prefix << 8) | (bytes[at] ?? 0)) & 0xff_ffff;
      if (this.#prefixes[prefix] === 0 || at < 2) continue;
      const from = at - 2;
      const found = this.#byPrefix
        .get(prefix)
        ?.find(({ encoded }) => encoded.equals(bytes.subarray(from, from + encoded.length)));
      if (found) return found.name;
    }
    return undefined;
  }
}
