import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { shownDomain } from '@quartermaster/contract/rules/domain-name';
import { Copied } from '../../record/fact.tsx';
import type { Details } from '../../record/details.ts';
import { Renewal, inRenewal } from '../../record/renewal.tsx';
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
    ...inRenewal,
  },
  more: (domain) => <Renewal record={domain} />,
};
