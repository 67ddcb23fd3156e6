import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { shownDomain } from '@quartermaster/contract/rules/domain-name';
import { renewalLabels } from '@quartermaster/contract/rules/renewal';
import { Copied, Fact, Section } from '../../record/fact.tsx';
import type { Details } from '../../record/details.ts';
import { autoRenewLabels, priceText } from '../../records/dates/renewal.ts';
import { formatDay } from '../../ui/format.ts';
import { otherForm } from './domains-columns.tsx';
import { DaysLeft, OtherDay } from './expiry-cell.tsx';

export const details: Details<Domain> = {
  fields: {
    domain: ({ domain }) => {
      const other = otherForm(domain);
      return (
        <Copied value={domain} what="domain">
          {shownDomain(domain)}
          {other && <span className="ml-2 text-sm text-ink-2">{other}</span>}
        </Copied>
      );
    },
    expirationDate: ({ expirationDate, shownDate }) => (
      <span className="flex flex-wrap items-center gap-2">
        {expirationDate === null ? 'No date' : formatDay(expirationDate)}
        {expirationDate !== null && <DaysLeft date={expirationDate} />}
        <OtherDay of={{ expirationDate, shownDate }} />
      </span>
    ),
    // In a section of their own.
    autoRenew: null,
    price: null,
    currency: null,
    payer: null,
  },
  more: (domain) => (
    <Section title="Renewal">
      <dl className="divide-y divide-line">
        <Fact label={renewalLabels.autoRenew}>{autoRenewLabels[domain.autoRenew]}</Fact>
        <Fact label={renewalLabels.price}>{priceText(domain) ?? '—'}</Fact>
        <Fact label={renewalLabels.payer}>
          <span className="wrap-anywhere">{domain.payer ?? '—'}</span>
        </Fact>
      </dl>
    </Section>
  ),
};
