import { client } from '@quartermaster/contract/api/client';
import type { User } from '@quartermaster/contract/auth/auth.schema';
import { useQuery } from '@tanstack/react-query';
import { queryClient, routeQuery } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { userChanged } from '../../api/session.ts';
import { PanelForm } from '../../form/panel-form.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { AddressInput } from '../../ui/input.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toaster.tsx';

const meQuery = routeQuery(client.auth.me);

export function AddressPanel({ user }: { user: User }) {
  const pending = useQuery(meQuery).data?.pendingEmail;
  const { values, set, errorOf, ...form } = useActionForm(
    { email: user.email },
    async (body) => {
      const { user: changed, pendingEmail } = await request(client.auth.changeMe, { body });
      userChanged(changed);
      queryClient.setQueryData(meQuery.queryKey, { user: changed, pendingEmail });
      await queryClient.invalidateQueries({ queryKey: ['members'] });
      toast({ title: pendingEmail === null ? 'Address saved' : `A link was sent to ${pendingEmail}` });
    },
    'Failed to save the address',
  );
  return (
    <PanelForm title="Address" submitLabel="Save" busyLabel="Saving..." {...form}>
      <Field
        label="Email"
        error={errorOf('email')}
        hint={
          pending ? `${pending} takes effect when the link sent to it is opened.` : 'You sign in with it.'
        }
      >
        {(aria) => (
          <AddressInput
            {...aria}
            value={values.email}
            autoComplete="email"
            onChange={({ target }) => set({ email: target.value })}
          />
        )}
      </Field>
    </PanelForm>
  );
}
