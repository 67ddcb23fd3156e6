/** A text of somebody else's in one line, as any database stores it. */
export const inOneLine = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').toWellFormed();
