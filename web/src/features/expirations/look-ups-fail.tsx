import { Banner } from '../../ui/banner.tsx';
import { formatDateTime } from '../../ui/format.ts';

/** Shown while nothing that is looked up answers: what is known stays, and grows old. */
export const LookUpsFail = ({ since }: { since: string | null | undefined }) =>
  since != null && (
    <Banner tone="warn" title={`Look-ups fail since ${formatDateTime(since)}; nothing else is affected`} />
  );
