import { Plus } from 'lucide-react';
import { useMayWrite } from '../api/rights.ts';
import type { Entity } from '../records/entity.ts';
import { Button } from '../ui/button.tsx';

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
