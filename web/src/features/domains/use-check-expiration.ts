import { useMutation } from '@tanstack/react-query';
import { bringStatusesUpToDate } from '../../records/check-expiration.ts';

export const useCheckExpiration = (onError: (title: string, error: unknown) => void) =>
  useMutation({
    mutationFn: bringStatusesUpToDate,
    onError: (error) => onError('Failed to check expiration', error),
  });
