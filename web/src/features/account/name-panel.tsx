import { client } from '@quartermaster/contract/api/client';
import type { User } from '@quartermaster/contract/auth/auth.schema';
import { queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { userChanged } from '../../api/session.ts';
import { PanelForm } from '../../form/panel-form.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { InputField } from '../../ui/input-field.tsx';
import { toast } from '../../ui/toaster.tsx';

export function NamePanel({ user }: { user: User }) {
  const { values, set, errorOf, field, ...form } = useActionForm(
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
      <InputField
        label="Name"
        hint="Shown to the members of your workspaces."
        {...field('name')}
        autoComplete="name"
      />
    </PanelForm>
  );
}
