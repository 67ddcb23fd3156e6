/** The scripts in use today (UAX 31, tables 5 and 7), but for those that are written together. */
const alone = (
  'Arab Armn Beng Cyrl Deva Ethi Geor Grek Gujr Guru Hebr Khmr Knda Laoo Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt ' +
  'Adlm Bali Batk Cakm Cans Cham Cher Hmnp Java Kali Lana Lepc Limb Lisu Mand Mtei Newa Nkoo Olck Plrd Rohg Saur ' +
  'Sund Sylo Syrc Tale Talu Tavt Tfng Vaii Wcho Yiii'
).split(' ');
/** Japanese, Chinese and Korean texts contain Latin letters (UTS 39, 'highly restrictive'). */
const together = [
  ['Latn', 'Hani', 'Hira', 'Kana'],
  ['Latn', 'Hani', 'Bopo'],
  ['Latn', 'Hani', 'Hang'],
];
const groups = [...alone.map((script) => [script]), ...together];

const classOf = (scripts: readonly string[]): string =>
  scripts.map((script) => String.raw`\p{Script_Extensions=${script}}`).join('');
/** Digits, hyphens and accents belong to any script. */
const common = ['Zyyy', 'Zinh'];

/** All historic scripts count as one. */
const makePatterns = () => [
  ...groups.map((group) => new RegExp(`^[${classOf([...group, ...common])}]*$`, 'u')),
  new RegExp(`^[^${classOf(groups.flat())}]*$`, 'u'),
];
/** Made when the first international name is shown. */
let patterns: readonly RegExp[] | undefined;

/** Whether a label has letters of scripts that are not written together, as a name has that imitates another one. */
export function mixesScripts(label: string): boolean {
  patterns ??= makePatterns();
  return !patterns.some((pattern) => pattern.test(label));
}
