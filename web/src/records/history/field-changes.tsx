import type { ChangedField } from '@quartermaster/contract/history/history.schema';
import { valueText } from './value-text.ts';

const nothing = valueText('', null);

/** Each field with its value before and after, as text. */
export const FieldChanges = ({ fields }: { fields: readonly ChangedField[] }) => (
  <dl className="grid gap-x-4 gap-y-1 text-sm md:grid-cols-[10rem_minmax(0,1fr)]">
    {fields.map(({ field, label, before, after }) => {
      const [was, becomes] = [valueText(field, before), valueText(field, after)];
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
