import type { Area } from '@quartermaster/contract/api/areas';
import { Link } from '@tanstack/react-router';

interface RecordLinkProps {
  area: Area;
  recordId: string;
  name: string;
}

/** Leads to a record. */
export const RecordLink = ({ area, recordId, name }: RecordLinkProps) => (
  <Link to={`/${area}/${recordId}`} search={{}} className="hover:underline">
    {name}
  </Link>
);
