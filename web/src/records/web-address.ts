import type { Area } from '@quartermaster/contract/api/areas';
import { isWebUrl } from '@quartermaster/contract/rules/formats';

/** The web page of a record, if it has one: a domain's is its own. `url` is the record's address. */
export function webAddress(area: Area, name: string, url: unknown): string | undefined {
  const address = area === 'domains' ? `https://${name}` : url;
  return typeof address === 'string' && isWebUrl(address) ? address : undefined;
}
