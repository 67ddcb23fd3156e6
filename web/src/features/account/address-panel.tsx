import { client } from '@quartermaster/contract/api/client';
import type { User } from '@quartermaster/contract/auth/auth.schema';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { userChanged } from '../../api/session.ts';
import { useActionForm } from '../../form/use-action-form.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toaster.tsx';
import { PanelForm } from './panel-form.tsx';

export function AddressPanel({ user }: { user: User }) {
  const { values, set, errorOf, ...form } = useActionForm(
    { email: user.email },
    async (body) => {
      userChanged((await request(client.auth.changeMe, { body })).user);
      await queryClient.invalidateQueries({ queryKey: ['members'] });
      toast({ title: 'Address saved' });
    },
    'Failed to save the address',
  );
  return (
    <PanelForm title="Address" submitLabel="Save" busyLabel="Saving..." {...form}>
      <Field label="Email" error={errorOf('email')} hint="You sign in with it.">
        {(aria) => (
          <Input
            {...aria}
            type="email"
            value={values.email}
            autoComplete="email"
            onChange={({ target }) => set({ email: target.value })}
          />
        )}
      </Field>
    </PanelForm>
  );
}
