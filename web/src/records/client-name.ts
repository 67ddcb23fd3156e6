/** The first match counts: browsers also name browsers whose pages they want to be served. */
const programs: readonly (readonly [RegExp, string])[] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node/, 'Node.js'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

const nameIn = (list: typeof programs, text: string): string | undefined =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** 'Firefox on Windows' for a User-Agent; an unknown one stays as it is. */
export function clientName(userAgent: string | null): string {
  if (userAgent === null) return 'Unknown program';
  const program = nameIn(programs, userAgent);
  if (program === undefined) return userAgent;
  const system = nameIn(systems, userAgent);
  return system === undefined ? program : `${program} on ${system}`;
}
