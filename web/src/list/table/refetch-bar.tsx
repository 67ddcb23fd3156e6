/** At the top of a list that is read again. */
export const RefetchBar = () => (
  <div aria-hidden className="absolute inset-x-0 top-0 z-30 h-0.5 animate-pulse bg-accent print:hidden" />
);
