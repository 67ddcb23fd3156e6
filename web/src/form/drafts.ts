/** The values of a form that was left; in memory only, because they may contain secrets. */
interface Draft {
  key: string;
  values: object;
}

let wanted: Draft | undefined;

/** The next form with this key starts from these values. */
export const wantDraft = (key: string, values: object): void => {
  wanted = { key, values };
};

export const draftFor = (key: string): object | undefined =>
  wanted?.key === key ? wanted.values : undefined;

export const forgetDraft = (): void => {
  wanted = undefined;
};
