import { client } from '@quartermaster/contract/api/client';
import type { User } from '@quartermaster/contract/auth/auth.schema';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { userChanged } from '../../api/session.ts';
import { PanelForm } from '../../form/panel-form.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toaster.tsx';

export function NamePanel({ user }: { user: User }) {
  const { values, set, errorOf, ...form } = useActionForm(
    { name: user.name ?? '' },
    async ({ name }) => {
      userChanged((await request(client.auth.changeMe, { body: { name: name.trim() || null } })).user);
      // Members see it.
      await queryClient.invalidateQueries({ queryKey: ['members'] });
      toast({ title: 'Name saved' });
    },
    'Failed to save the name',
  );
  return (
    <PanelForm title="Name" submitLabel="Save" busyLabel="Saving..." {...form}>
      <Field label="Name" error={errorOf('name')} hint="Shown to the members of your workspaces.">
        {(aria) => (
          <Input
            {...aria}
            value={values.name}
            autoComplete="name"
            onChange={({ target }) => set({ name: target.value })}
          />
        )}
      </Field>
    </PanelForm>
  );
}
