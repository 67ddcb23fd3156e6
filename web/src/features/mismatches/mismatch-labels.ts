import type { MismatchField } from '@quartermaster/contract/mismatches/mismatches.routes';

export const mismatchLabels: Readonly<Record<MismatchField, string>> = {
  expirationDate: 'Expiration date',
  server: 'Server',
  cdn: 'CDN account',
  registrar: 'Registrar',
};
