/** Fields whose label does not follow from their name. */
const labels: Readonly<Record<string, string>> = { cdnAccountId: 'CDN account', isActive: 'status' };

/** A field's name in a bulk action: 'Set registrator account'. */
export const fieldLabel = (name: string): string =>
  labels[name] ?? name.replace(/Id$/, '').replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
