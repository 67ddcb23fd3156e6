/** The stored statuses with their labels. */
export const serverStatusNames = {
  ACTIVE: 'Active',
  INACTIVE: 'Inactive',
  MAINTENANCE: 'Maintenance',
} as const;

export type ServerStatus = keyof typeof serverStatusNames;
export const serverStatuses = Object.keys(serverStatusNames) as [ServerStatus, ...ServerStatus[]];
