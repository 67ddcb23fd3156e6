import { Link } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useMayWrite } from '../api/rights.ts';
import { areaOfEntity } from '../records/entities.ts';
import type { Entity } from '../records/entity.ts';
import { buttonClass } from '../ui/button.tsx';

/** Leads to an import into this list; renders nothing for people who may not add to it. */
export const ImportButton = ({ page: { entity } }: { page: { entity: Entity } }) =>
  useMayWrite(entity) && (
    <Link to="/import" search={{ area: areaOfEntity(entity) }} className={buttonClass()}>
      <Upload aria-hidden className="-ml-0.5 size-4 shrink-0" strokeWidth={1.75} />
      Import
    </Link>
  );
