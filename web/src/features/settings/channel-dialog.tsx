import { client } from '@quartermaster/contract/api/client';
import {
  type ChannelType,
  channelLabels,
  channelTypes,
} from '@quartermaster/contract/channels/channels.routes';
import type { Channel } from '@quartermaster/contract/channels/channels.schema';
import { limits } from '@quartermaster/contract/rules/limits';
import { useState } from 'react';
import { entityKey, queryClient } from '../../api/queries.ts';
import { request } from '../../api/request.ts';
import { ShownOnce } from '../../records/shown-once.tsx';
import { useActionForm } from '../../records/use-action-form.ts';
import { ChoiceField } from '../../ui/choice-field.tsx';
import { InputField } from '../../ui/input-field.tsx';
import { ActionDialog } from '../../ui/action-dialog.tsx';
import { CheckLabel } from '../../ui/check-label.tsx';
import { ChannelConfigField } from './channel-config-field.tsx';
import { type ChannelValues, channelFields, configOf, pathOf, valuesOf } from './channel-fields.ts';

const types = channelTypes.map((type) => ({ value: type, label: channelLabels[type] }));

/** Adds a channel, or changes one; a signing secret that was made is shown once. */
export function ChannelDialog({ channel, onClose }: { channel?: Channel; onClose: () => void }) {
  const [type, setType] = useState<ChannelType>(channel?.type ?? 'mail');
  const [signingSecret, setSigningSecret] = useState<string>();
  const { values, set, errorOf, ...form } = useActionForm<ChannelValues>(
    { name: channel?.name ?? '', type, isActive: channel?.isActive ?? true, ...valuesOf(type, channel) },
    async (typed) => {
      const body = {
        name: String(typed['name']),
        config: configOf(type, typed),
        isActive: typed['isActive'] === true,
      };
      const saved = channel
        ? await request(client.channels.update, { params: { id: channel.id }, body })
        : await request(client.channels.create, { body: { ...body, type } });
      await queryClient.invalidateQueries({ queryKey: entityKey(client.channels.list.path) });
      if (saved.signingSecret === undefined) onClose();
      else setSigningSecret(saved.signingSecret);
    },
    'Failed to save the channel',
  );
  if (signingSecret !== undefined)
    return (
      <ShownOnce title="Signing secret" what="Signing secret" value={signingSecret} onClose={onClose}>
        The receiver checks with it that messages come from here. It is shown only now.
      </ShownOnce>
    );
  return (
    <ActionDialog
      title={channel ? `Edit ${channel.name}` : 'Add a channel'}
      submitLabel={channel ? 'Save' : 'Add'}
      busyLabel="Saving..."
      {...form}
      onClose={onClose}
    >
      {!channel && (
        <ChoiceField
          label="Type"
          error={errorOf('type')}
          options={types}
          value={type}
          onChange={(next) => {
            setType(next);
            set({ type: next, ...valuesOf(next) });
          }}
        />
      )}
      <InputField
        label="Name"
        required
        error={errorOf('name')}
        autoComplete="off"
        value={String(values['name'])}
        maxLength={limits.name}
        onChange={(text) => set({ name: text })}
      />
      {channelFields[type].map((field) => (
        <ChannelConfigField
          key={`${type}.${field.name}`}
          field={field}
          isStored={channel?.secretFields.includes(pathOf(field)) ?? false}
          value={values[pathOf(field)] ?? ''}
          error={errorOf(pathOf(field))}
          onChange={(value) => set({ [pathOf(field)]: value })}
        />
      ))}
      <CheckLabel
        checked={values['isActive'] === true}
        onChange={({ target }) => set({ isActive: target.checked })}
      >
        Send over this channel
      </CheckLabel>
    </ActionDialog>
  );
}
