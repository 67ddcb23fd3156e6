import type { Area } from '@quartermaster/contract/api/areas';
import type { ChangedField } from '@quartermaster/contract/history/history.schema';
import { entities } from '../entities.ts';
import { valueText } from './value-text.ts';

const nothing = valueText('', null);

interface FieldChangesProps {
  area: Area;
  fields: readonly ChangedField[];
}

/** Each field with its value before and after, as text. */
export const FieldChanges = ({ area, fields }: FieldChangesProps) => (
  <dl className="grid gap-x-4 gap-y-1 text-sm md:grid-cols-[10rem_minmax(0,1fr)]">
    {fields.map(({ field, label, before, after }) => {
      const [was, becomes] = [before, after].map((value) =>
        valueText(field, value, entities[area].entity.labels),
      );
      return (
        <div key={field} className="contents">
          <dt className="text-xs text-ink-2 md:pt-0.5">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {was !== nothing && (
              <>
                <del className="text-ink-2">{was}</del> <span aria-hidden>→</span>{' '}
              </>
            )}
            <ins className="no-underline">{becomes}</ins>
          </dd>
        </div>
      );
    })}
  </dl>
);
