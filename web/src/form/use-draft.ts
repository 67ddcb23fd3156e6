import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useSession } from '../api/session.ts';
import { toast } from '../ui/toaster.tsx';
import { draftFor, forgetDraft, wantDraft } from './drafts.ts';

/**
 * Keeps what was typed when a form closes without saving, in whatever way (Cancel, Escape, Back,
 * navigation), and offers to restore it. A form that the end of the session closed restores it by itself.
 */
export function useDraft<V extends FieldValues>(form: UseFormReturn<V>, key: string): { forget: () => void } {
  const router = useRouter();
  const history = router.history as RouterHistory;
  const [href] = useState(() => router.state.location.href);
  const { isDirty } = form.formState;
  const worthKeeping = useRef(false);
  const { getValues, reset } = form;

  useEffect(() => {
    worthKeeping.current = isDirty;
  }, [isDirty]);

  useEffect(() => {
    const draft = draftFor(key);
    if (draft) reset(draft as V, { keepDefaultValues: true });
    forgetDraft();
    return () => {
      if (!worthKeeping.current) return;
      const values = structuredClone(getValues());
      const { status } = useSession.getState();
      if (status.is === 'logged out') {
        // Signing in again leads back to this form.
        if (!status.left) wantDraft(key, values);
        return;
      }
      toast({
        title: 'Your changes were not saved',
        type: 'info',
        action: {
          label: 'Restore draft',
          run: () => {
            wantDraft(key, values);
            history.push(href);
          },
        },
      });
    };
  }, [key, href, history, getValues, reset]);

  return {
    forget: () => {
      worthKeeping.current = false;
    },
  };
}
