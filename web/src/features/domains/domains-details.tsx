import type { Domain } from '@quartermaster/contract/entities/domains/domains.schema';
import { Copied } from '../../record/fact.tsx';
import type { Details } from '../../record/details.ts';
import { formatDay } from '../../ui/format.ts';
import { unicodeDomain } from '../../ui/unicode-domain.ts';
import { DaysLeft } from './expiry-cell.tsx';

export const details: Details<Domain> = {
  fields: {
    domain: ({ domain }) => {
      const shown = unicodeDomain(domain);
      return (
        <Copied value={domain} what="domain">
          {shown}
          {shown !== domain && <span className="ml-2 text-sm text-ink-2">{domain}</span>}
        </Copied>
      );
    },
    expirationDate: ({ expirationDate }) => (
      <span className="flex flex-wrap items-center gap-2">
        {expirationDate !== null && formatDay(expirationDate)}
        <DaysLeft date={expirationDate} />
      </span>
    ),
  },
};
