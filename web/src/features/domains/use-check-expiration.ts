import { useMutation } from '@tanstack/react-query';
import { bringStatusesUpToDate } from '../../records/check-expiration.ts';

interface Reporting {
  report: (title: string, error: unknown) => void;
  dismiss: () => void;
}

export const useCheckExpiration = ({ report, dismiss }: Reporting) =>
  useMutation({
    mutationFn: bringStatusesUpToDate,
    onMutate: dismiss,
    onError: (error) => report('Failed to check expiration', error),
  });
