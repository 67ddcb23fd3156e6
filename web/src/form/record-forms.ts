import type { Area } from '@quartermaster/contract/api/areas';
import type { Identified } from '../records/entity.ts';
import type { Deferred } from '../ui/deferred.tsx';

/** The form of an entity, as its page exports it. */
export type RecordFormPart = Deferred<{
  record: undefined;
  /** Called with the saved record, or without one after a cancel. */
  onClose: (saved?: Identified) => void;
}>;

type FindForm = (area: Area) => Promise<RecordFormPart>;

/** How to find an entity's form; set by the app, since a form may open that of any other entity. */
export const recordForms: { find?: FindForm } = {};
