import type { Area } from '@quartermaster/contract/api/areas';
import { Link } from '@tanstack/react-router';
import { entities } from '../../records/entities.ts';

interface RecordLinkProps {
  area: Area;
  recordId: string;
  name: string;
}

/** Opens a record's form. */
export const RecordLink = ({ area, recordId, name }: RecordLinkProps) => (
  <Link to={entities[area].entity.path} search={{ form: recordId }} className="hover:underline">
    {name}
  </Link>
);
