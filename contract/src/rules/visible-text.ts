/** Characters that are invisible or reorder text, with which different names could look alike. */
const hidden = /[\p{Cc}\p{Bidi_Control}\u00ad\u200b\u2060\ufeff]/u;
const joiner = /[\u200c\u200d]/;

/** For a single line. Joiners are allowed: emoji and some scripts need them. */
export const isVisible = (value: string): boolean => !hidden.test(value);
export const isVisibleText = (lines: string): boolean => isVisible(lines.replaceAll(/[\t\n\r]/g, ''));
export const hasJoiner = (value: string): boolean => joiner.test(value);
