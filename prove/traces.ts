/** The same secret in every alphabet in which it could lie about, still in clear to who finds it. */
function tracesOf(secret: string | Buffer): Buffer[] {
  const bytes = Buffer.from(secret);
  const text = typeof secret === 'string' ? secret : null;
  // Base64 in the three places in which it can begin; what its neighbours change is left out.
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

/** Finds any of many secrets in megabytes within milliseconds: most places differ in their first three bytes. */
export class Traces {
  readonly #begins = new Uint8Array(2 ** 24);
  readonly #byBegin = new Map<number, { name: string; trace: Buffer }[]>();

  add(secret: string | Buffer, name: string): void {
    for (const trace of tracesOf(secret)) {
      const begin = trace.readUIntBE(0, 3);
      this.#begins[begin] = 1;
      this.#byBegin.set(begin, [...(this.#byBegin.get(begin) ?? []), { name, trace }]);
    }
  }

  /** The name of one that is there. */
  foundIn(bytes: Buffer): string | undefined {
    let begin = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      begin = ((begin << 8) | (bytes[at] ?? 0)) & 0xff_ffff;
      if (this.#begins[begin] === 0 || at < 2) continue;
      const from = at - 2;
      const found = this.#byBegin
        .get(begin)
        ?.find(({ trace }) => trace.equals(bytes.subarray(from, from + trace.length)));
      if (found) return found.name;
    }
    return undefined;
  }
}
