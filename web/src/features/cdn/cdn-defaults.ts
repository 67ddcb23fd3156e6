/** The filters that the page starts with. */
export const cdnFilters = { isActive: 'true' } as const;
