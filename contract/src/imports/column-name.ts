/** 'Login_URI', 'loginUri' and 'login uri' are one name of a column. */
export const columnName = (header: string): string =>
  header
    .normalize('NFKC')
    .replaceAll(/(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
