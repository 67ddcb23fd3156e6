import { useMutation } from '@tanstack/react-query';
import { bringStatusesUpToDate } from '../../records/check-expiration.ts';

const failure = 'Failed to check expiration';

export const useCheckExpiration = (report: (title: string, error?: unknown) => void) =>
  useMutation({
    mutationFn: bringStatusesUpToDate,
    onSuccess: () => report(failure),
    onError: (error) => report(failure, error),
  });
