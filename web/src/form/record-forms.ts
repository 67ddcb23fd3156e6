import type { Area } from '@quartermaster/contract/api/areas';
import type { Identified } from '../records/entity.ts';
import type { Deferred } from '../ui/deferred.tsx';

/** The form of an entity, as its page exports it. */
export type RecordFormPart = Deferred<{
  record: undefined;
  /** With the saved record, or nothing if the form was cancelled. */
  onClose: (saved?: Identified) => void;
}>;

type FindForm = (area: Area) => Promise<RecordFormPart>;

/** Where the forms are, which the app knows: a form may open that of any other entity. */
export const recordForms: { find?: FindForm } = {};
