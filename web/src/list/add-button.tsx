import { Plus } from 'lucide-react';
import { Button } from '../ui/button.tsx';

interface AddButtonProps {
  page: { add: () => void };
  children: string;
}

/** Opens the form for a new record. */
export const AddButton = ({ page, children }: AddButtonProps) => (
  <Button variant="primary" icon={Plus} onClick={page.add}>
    {children}
  </Button>
);
