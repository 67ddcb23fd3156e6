/** A typed price: '12,50' is as good as '12.50'. What is no number is returned as it is, for the rule to refuse. */
export function typedPrice(text: string): number | string | null {
  const typed = text.trim();
  if (typed === '') return null;
  return /^-?\d+([.,]\d+)?$/.test(typed) ? Number(typed.replace(',', '.')) : typed;
}

/** A price as a form shows it. */
export const priceInput = (price: number | null | undefined): string =>
  price == null ? '' : price.toFixed(2);
