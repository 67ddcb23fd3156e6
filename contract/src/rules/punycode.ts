/** The constants of Punycode (RFC 3492, section 5). */
const base = 36;
const least = 1;
const most = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCode = 128;

/** How much the next difference is expected to grow (section 6.1). */
function biasAfter(difference: number, length: number, isFirst: boolean): number {
  let delta = Math.floor(difference / (isFirst ? damp : 2));
  delta += Math.floor(delta / length);
  let steps = 0;
  for (; delta > ((base - least) * most) / 2; steps += base) delta = Math.floor(delta / (base - least));
  return steps + Math.floor(((base - least + 1) * delta) / (delta + skew));
}

/** The text that a label has after 'xn--'; null if it is malformed (section 6.2). */
export function decodePunycode(encoded: string): string | null {
  const end = encoded.lastIndexOf('-');
  const codes = [...encoded.slice(0, Math.max(end, 0))].map((character) => character.charCodeAt(0));
  let [code, place, bias] = [initialCode, 0, initialBias];
  for (let at = end + 1; at < encoded.length;) {
    const before = place;
    for (let [weight, step] = [1, base]; ; step += base) {
      const digit = at < encoded.length ? Number.parseInt(encoded.charAt(at), base) : Number.NaN;
      at += 1;
      // Letters stand for 0 to 25, digits for 26 to 35; parseInt reads digits first.
      const value = digit < 10 ? digit + 26 : digit - 10;
      if (Number.isNaN(value)) return null;
      place += value * weight;
      const threshold = Math.min(Math.max(step - bias, least), most);
      if (value < threshold) break;
      weight *= base - threshold;
    }
    const length = codes.length + 1;
    bias = biasAfter(place - before, length, before === 0);
    code += Math.floor(place / length);
    place %= length;
    if (code > 0x10_ff_ff) return null;
    codes.splice(place, 0, code);
    place += 1;
  }
  return String.fromCodePoint(...codes);
}
