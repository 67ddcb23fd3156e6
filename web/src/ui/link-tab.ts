/** The class of a link in a row of links of which one is the current page. */
export const linkTab =
  'inline-flex h-8 items-center rounded-md px-3 text-sm font-medium whitespace-nowrap text-ink-2 hover:bg-sunken hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-text max-md:h-10';
