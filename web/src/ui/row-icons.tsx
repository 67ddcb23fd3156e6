/**
 * Icons of Lucide, each as one path: a list shows hundreds at once, and each part of one costs time. For the same
 * reason what holds one has padding, not a grid that centres it.
 */
const icon = (size: 'size-3.5' | 'size-4', path: string) => (
  <svg
    aria-hidden
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth={1.75}
    strokeLinecap="round"
    strokeLinejoin="round"
    className={size}
  >
    <path d={path} />
  </svg>
);

const dot = (x: number, y: number) => `M${x - 2} ${y}a2 2 0 1 0 4 0a2 2 0 1 0-4 0`;

export const waypointsIcon = icon(
  'size-4',
  `M10.586 5.414l-5.172 5.172M18.586 13.414l-5.172 5.172M6 12h12${dot(12, 20)}${dot(12, 4)}${dot(20, 12)}${dot(4, 12)}`,
);
export const pencilIcon = icon(
  'size-4',
  'M21.174 6.812a1 1 0 0 0-3.986-3.987L3.842 16.174a2 2 0 0 0-.5.83l-1.321 4.352a.5.5 0 0 0 .623.622l4.353-1.32a2 2 0 0 0 .83-.497zM15 5l4 4',
);
export const trashIcon = icon(
  'size-4',
  'M10 11v6M14 11v6M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6M3 6h18M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2',
);
export const copyIcon = icon(
  'size-3.5',
  'M10 8h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H10a2 2 0 0 1-2-2V10a2 2 0 0 1 2-2zM4 16c-1.1 0-2-.9-2-2V4c0-1.1.9-2 2-2h10c1.1 0 2 .9 2 2',
);
export const openIcon = icon(
  'size-3.5',
  'M15 3h6v6M10 14 21 3M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6',
);
