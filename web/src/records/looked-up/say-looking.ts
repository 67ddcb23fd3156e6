import { toast } from '../../ui/toaster.tsx';

/** Says how long it takes until something is looked up: registries are asked one thing a second. */
export const sayLooking = (isQueued: boolean): void =>
  toast({
    title: isQueued
      ? 'Looking now: this takes a few seconds, longer if others are asked first'
      : 'There is nothing to look up',
    type: 'info',
  });
