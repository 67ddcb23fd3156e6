import { folded } from '../rules/folded.ts';

/** 'Login_URI', 'loginUri' and 'login uri' are one name of a column, and so are 'Währung' and 'wahrung'. */
export const columnName = (header: string): string =>
  folded(header.normalize('NFKC').replaceAll(/(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})/gu, ' '))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
