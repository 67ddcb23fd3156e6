import type { Expiration, ExpirationAction } from '@quartermaster/contract/expirations/expirations.schema';
import { datesIn } from '../../expiry/dates/date-rows.ts';
import { recordEndOf } from '../../expiry/record-ends.ts';
import { encode } from '../../records/kinds/codec.ts';
import type { DateElement } from '../../records/kinds/date-element.ts';
import type { StoredRow } from '../../records/kinds/row.ts';
import type { Fields } from '../../records/table/stored-rows.ts';

/** Something that is renewed until a day. */
export interface Renewal {
  expiration: Expiration;
  date: string;
}

type Costs = Pick<DateElement, 'price' | 'currency'>;

/** What was sent of the costs; a blank currency is none. */
const costsOf = ({ price, currency }: ExpirationAction): Partial<Costs> => ({
  ...(price !== undefined && { price }),
  ...(currency !== undefined && { currency: currency === '' ? null : currency }),
});

/** The record's own date and costs, as far as they differ from what is stored. */
function ownFields(row: StoredRow, field: string, date: string, costs: Partial<Costs>): Fields {
  const fields = { [field]: `${date}T00:00:00.000Z`, ...costs };
  const isSame =
    row[field] === Date.parse(date) &&
    (costs.price === undefined || encode('money', costs.price, String) === row['price']) &&
    (costs.currency === undefined || costs.currency === row['currency']);
  return isSame ? {} : fields;
}

const isSameElement = (one: DateElement, other: DateElement): boolean =>
  one.date === other.date && one.price === other.price && one.currency === other.currency;

/** What renewals change in the record that they are on, and how many of them change something. */
export function renewalEdit(
  row: StoredRow,
  renewals: readonly Renewal[],
  action: ExpirationAction,
): { fields: Fields; changed: number } {
  const costs = costsOf(action);
  const [ofRecord = {}] = renewals.flatMap(({ expiration, date }) => {
    const end = recordEndOf(expiration);
    return end ? [ownFields(row, end.date, date, costs)] : [];
  });
  const until = new Map(renewals.map(({ expiration, date }) => [expiration.id, date]));
  const before = datesIn(row);
  const after = before.map((element) => {
    const date = until.get(element.id);
    return date === undefined ? element : { ...element, date, ...costs };
  });
  const moved = after.filter((element, at) => {
    const former = before[at];
    return former !== undefined && !isSameElement(element, former);
  });
  return {
    fields: { ...ofRecord, ...(moved.length > 0 && { dates: after }) },
    changed: moved.length + (Object.keys(ofRecord).length > 0 ? 1 : 0),
  };
}
