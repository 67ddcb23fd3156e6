import { Plus, Upload } from 'lucide-react';
import { useMayWrite } from '../api/rights.ts';
import type { Entity } from '../records/entity.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { Link } from '@tanstack/react-router';
import { areaOfEntity } from '../records/entities.ts';

interface AddButtonProps {
  page: { add: () => void; entity: Entity };
  children: string;
}

/** Opens the form for a new record; renders nothing for people who may not add one. */
export const AddButton = ({ page, children }: AddButtonProps) =>
  useMayWrite(page.entity) && (
    <Button variant="primary" icon={Plus} onClick={page.add}>
      {children}
    </Button>
  );

/** Leads to an import into this list; renders nothing for people who may not add to it. */
export const ImportButton = ({ page: { entity } }: { page: { entity: Entity } }) =>
  useMayWrite(entity) && (
    <Link to="/import" search={{ area: areaOfEntity(entity) }} className={buttonClass()}>
      <Upload aria-hidden className="-ml-0.5 size-4 shrink-0" strokeWidth={1.75} />
      Import
    </Link>
  );
