import {
  type ReactNode,
  type RefObject,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { areaOfEntity } from '../records/entities.ts';
import type { Entity, Identified } from '../records/entity.ts';
import { expectTyping, takeTyped } from '../ui/early-keys.ts';
import { toast } from '../ui/toaster.tsx';
import { type RecordFormPart, recordForms } from './record-forms.ts';

/** The position of a form opened from a field of another form. */
export interface Nest {
  /** The number of forms below it. */
  depth: number;
  /** The titles of those forms, the first one first. */
  below: readonly string[];
  /** The field that opened it, which regains the focus. */
  field: RefObject<HTMLElement | null>;
  /** Opens it again; false if the form below is gone. */
  reopen: () => boolean;
}

type Ask = (
  entity: Entity,
  field: RefObject<HTMLElement | null>,
  onSaved: (record: Identified) => void,
) => void;

const NestContext = createContext<Nest | undefined>(undefined);
const AskContext = createContext<Ask | undefined>(undefined);

/** Undefined in a form that was not opened from another. */
export const useNest = (): Nest | undefined => useContext(NestContext);

/** Opens the form for a new record over the current form. */
export const useNewRecord = (): Ask | undefined => useContext(AskContext);

/** Loads the form's code too. */
export async function loadForm(entity: Entity): Promise<RecordFormPart> {
  if (!recordForms.find) throw new Error('No forms were provided');
  const form = await recordForms.find(areaOfEntity(entity));
  await form.load();
  return form;
}

interface Asked extends Pick<Nest, 'field'> {
  Form: RecordFormPart;
  onSaved: (record: Identified) => void;
}

interface NestedFormsProps {
  /** The form that new ones are opened over. */
  title: string;
  children: ReactNode;
}

/**
 * Lets fields within open forms for new records. Those are rendered outside of the form, which must not receive their
 * events.
 */
export function NestedForms({ title, children }: NestedFormsProps) {
  const nest = useNest();
  const [asked, setAsked] = useState<Asked>();
  const isThere = useRef(false);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  const ask = useCallback<Ask>((entity, field, onSaved) => {
    expectTyping();
    loadForm(entity).then(
      (Form) => setAsked({ Form, field, onSaved }),
      () => {
        takeTyped();
        toast({ title: `The form for a new ${entity.one} could not be loaded`, type: 'error' });
      },
    );
  }, []);
  const above = useMemo<Nest | undefined>(
    () =>
      asked && {
        field: asked.field,
        depth: (nest?.depth ?? 0) + 1,
        below: [...(nest?.below ?? []), title],
        reopen: () => {
          if (isThere.current) setAsked(asked);
          return isThere.current;
        },
      },
    [nest, title, asked],
  );
  const close = (saved?: Identified) => {
    setAsked(undefined);
    if (saved) asked?.onSaved(saved);
  };
  return (
    <AskContext value={ask}>
      {children}
      {asked && (
        <NestContext value={above}>
          <asked.Form record={undefined} onClose={close} />
        </NestContext>
      )}
    </AskContext>
  );
}
