import { type RouterHistory, useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useSession } from '../api/session.ts';
import { toast } from '../ui/toaster.tsx';
import { removed } from '../records/use-remove.ts';
import { same } from '@quartermaster/contract/rules/same';
import { useNest } from './nested-forms.tsx';
import { draftFor, forgetDraft, wantDraft } from './drafts.ts';

/**
 * Keeps the typed values when a form closes without saving, in whatever way (Cancel, Escape, Back, navigation), and
 * offers to restore them. A form closed by the end of a session restores them by itself.
 */
export function useDraft<V extends FieldValues>(
  form: UseFormReturn<V>,
  path: string,
  id: string,
): { forget: () => void } {
  const key = `${path}:${id}`;
  const router = useRouter();
  const history = router.history as RouterHistory;
  const [href] = useState(() => router.state.location.href);
  const [nest] = useState(useNest());
  const isSaved = useRef(false);
  const { getValues, reset } = form;
  const { defaultValues } = form.formState;
  const start = useRef(defaultValues);
  useEffect(() => {
    start.current = defaultValues;
  }, [defaultValues]);

  useEffect(() => {
    const draft = draftFor(key);
    if (draft) reset(draft as V, { keepDefaultValues: true });
    forgetDraft();
    return () => {
      if (isSaved.current || removed.has(id) || same(getValues(), start.current)) return;
      const values = structuredClone(getValues());
      const { status } = useSession.getState();
      if (status.is === 'logged out') {
        // Signing in again leads back to this form, or to the one that it lies over.
        if (!status.left && !nest) wantDraft(key, values);
        return;
      }
      toast({
        title: 'Your changes were not saved',
        type: 'info',
        action: {
          label: 'Restore draft',
          run: () => {
            wantDraft(key, values);
            if (!nest) history.push(href);
            // The page of a form that has closed still has a form for the record being created.
            else if (!nest.reopen()) history.push(`${path}?form=new`);
          },
        },
      });
    };
  }, [key, path, id, nest, href, history, getValues, reset]);

  return {
    forget: () => {
      isSaved.current = true;
    },
  };
}
