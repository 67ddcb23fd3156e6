import { checkExpiration } from '@quartermaster/contract/entities/domains';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { toast } from '../../ui/toaster.tsx';

/** Has the server bring the statuses up to date with the dates, and tells how many that changed. */
export function useCheckExpiration(onError: (title: string, error: unknown) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(checkExpiration),
    onSuccess: ({ updatesApplied }) => {
      toast({
        title:
          updatesApplied > 0
            ? `Updated ${updatesApplied} domain(s) expiration status`
            : 'All domain statuses are up to date',
      });
      return client.invalidateQueries();
    },
    onError: (error) => onError('Failed to check expiration', error),
  });
}
