/** A typed whole number; -1 for anything else, which rules with a least value refuse. */
export const wholeNumber = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : -1);

/** A port as typed; NaN, which no rule accepts, for other text. */
export const portOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
