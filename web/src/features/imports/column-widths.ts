/** The widths of a table's columns as its rows make them; undefined without rows. */
export function columnWidths(region: HTMLElement | null): readonly number[] | undefined {
  const table = region?.querySelector('table');
  const heads = table?.tBodies[0]?.rows.length ? table.tHead?.rows[0]?.cells : undefined;
  return heads && [...heads].map((head) => head.getBoundingClientRect().width);
}
