import { areas } from '@quartermaster/contract/api/areas';
import { type BatchKind, batchKinds } from '@quartermaster/contract/history/history.routes';

/** The parameters of the page's address. */
export interface HistorySearch {
  /** The act that is open. */
  batch?: string;
  area?: string;
  actorId?: string;
  tokenId?: string;
  kind?: string;
  from?: string;
  to?: string;
}

/** Acts of the server itself, which are listed only when asked for. */
export const automaticKinds: readonly BatchKind[] = ['expiry-check', 'sync'];

const isKind = (kind: string): kind is BatchKind => Object.hasOwn(batchKinds, kind);

/** The filters that the server knows; others in the address are ignored. */
export function queryOf({ area, actorId, tokenId, kind, from, to }: HistorySearch) {
  const known = areas.find((each) => each === area);
  return {
    ...(known && { area: known }),
    ...(actorId && { actorId }),
    ...(tokenId && { tokenId }),
    ...(kind !== undefined && isKind(kind) && { kind }),
    ...(from && { from }),
    ...(to && { to }),
  };
}
