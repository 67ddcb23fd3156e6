import type { Interval } from '@quartermaster/contract/rules/renewal';
import { paidLabels } from '@quartermaster/contract/rules/renewal';
import { type Renewal as KnownRenewal, priceText, renewalText } from '../records/dates/renewal-text.ts';
import { autoRenewLabels, intervalLabels } from '../records/dates/renewal.ts';
import { formatDay } from '../ui/format.ts';
import { Fact, Section } from './fact.tsx';

/** The fields in the section, which are no details. */
export const inRenewal = {
  paidUntil: null,
  autoRenew: null,
  price: null,
  currency: null,
  payer: null,
  interval: null,
};

interface RenewalProps {
  record: KnownRenewal & { paidUntil?: string | null; interval?: Interval };
}

/** What is known of a record's renewal; nothing where neither a date nor anything else is. */
export function Renewal({ record }: RenewalProps) {
  const { autoRenew, paidUntil, interval, payer } = record;
  if (paidUntil === null && renewalText(record) === '') return null;
  return (
    <Section title="Renewal">
      <dl className="divide-y divide-line">
        {paidUntil !== undefined && (
          <Fact label={paidLabels.paidUntil}>{paidUntil === null ? 'No date' : formatDay(paidUntil)}</Fact>
        )}
        <Fact label={paidLabels.autoRenew}>{autoRenewLabels[autoRenew ?? 'UNKNOWN']}</Fact>
        <Fact label={paidLabels.price}>{priceText(record) ?? '—'}</Fact>
        {interval !== undefined && <Fact label={paidLabels.interval}>{intervalLabels[interval]}</Fact>}
        <Fact label={paidLabels.payer}>
          <span className="wrap-anywhere">{payer ?? '—'}</span>
        </Fact>
      </dl>
    </Section>
  );
}
