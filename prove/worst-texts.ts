/**
 * Combining marks out of their canonical order: composing them takes quadratic time. Of two bytes each; the length is in
 * characters.
 */
export const marks = (length: number): string =>
  `a${'\u0315\u0300\u0316'.repeat(Math.ceil(length / 3))}`.slice(0, length);

/** What the product's patterns repeat, alone and in pairs that two parts of a pattern could share. */
const repeated = [
  ...' \t\n\r\u2028\ufe0f\u200d',
  ...`"'.,;:|-_=+@/\\#?%()[]{}<>*&!~^$`,
  ...'0aZ漢＝',
  ...[
    '\r\n',
    ', ',
    '; ',
    '\n"',
    "'\t",
    '\n\ufe0f',
    'a.',
    'a-',
    'a@',
    'a:',
    '1.',
    '1,',
    '::',
    '0:',
    '%2',
    '%2C',
    ' (',
  ],
  ...['W/', '""', '\\"', '//', 'a/', '=1', ',='],
];

/** The worst of every pattern: a long run of what it repeats, which it then can't complete. */
export const worstTexts = (length: number): string[] => [
  marks(length),
  ...repeated.map((part) =>
    `a${part.repeat(Math.ceil(length / part.length))}`.slice(0, length - 1).concat('\u00e4'),
  ),
];
