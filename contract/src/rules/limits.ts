/** Lengths in characters, counted as JavaScript does (UTF-16 units). */
export const limits = {
  email: 255,
  password: 255,
  url: 500,
  name: 100,
  comment: 1000,
  tags: 20,
  tagType: 50,
  tagValue: 100,
  credential: 10_000,
  credentials: 50,
  search: 200,
  filter: 2000,
  days: 36_500,
  bulkRows: 10_000,
  listRows: 10_000,
  pageRows: 1000,
} as const;
