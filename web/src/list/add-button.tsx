import { Plus } from 'lucide-react';
import { useMay } from '../api/rights.ts';
import { Button } from '../ui/button.tsx';

interface AddButtonProps {
  page: { add: () => void };
  children: string;
}

/** Opens the form for a new record; nothing for who may not add one. */
export const AddButton = ({ page, children }: AddButtonProps) =>
  useMay('write') && (
    <Button variant="primary" icon={Plus} onClick={page.add}>
      {children}
    </Button>
  );
