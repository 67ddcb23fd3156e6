/** A port as typed; NaN, which no rule accepts, for other text. */
export const portOf = (text: string): number => (/^\d+$/.test(text.trim()) ? Number(text) : Number.NaN);
