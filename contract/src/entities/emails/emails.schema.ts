import { z } from 'zod';
import { facts } from './emails.routes.ts';
import { tagActions } from '../../api/bulk-actions.ts';
import { crud, exportEndpoint, exportFormat } from '../../api/crud.ts';
import {
  comment,
  emailAddress,
  optionalUrl,
  requiredSecret,
  stamps,
  tagOut,
  tags,
} from '../../api/fields.ts';
import { limits } from '../../rules/limits.ts';
import { tagsEndpoint } from '../../api/summaries.ts';

const fields = {
  email: emailAddress('Invalid email format'),
  password: requiredSecret('Password', limits.password),
  loginUrl: optionalUrl('Login URL'),
  tags,
  comment,
};

export const emailCreate = z.object({ ...fields, tags: tags.default([]) }).meta({ id: 'EmailAccountCreate' });
export const emailUpdate = z.object(fields).partial().meta({ id: 'EmailAccountUpdate' });

export const emailAccount = z
  .object({
    ...stamps,
    email: z.string(),
    password: z.string(),
    loginUrl: z.string().nullable(),
    tags: z.array(tagOut),
    comment: z.string().nullable(),
  })
  .meta({ id: 'EmailAccount' });
export type EmailAccount = z.infer<typeof emailAccount>;

export const emails = crud(facts.emails, {
  entity: emailAccount,
  create: emailCreate,
  update: emailUpdate,
  actions: tagActions,
});

export const emailTags = tagsEndpoint(facts.emailTags);

export const emailExport = exportEndpoint(facts.emailExport, emails.query.extend(exportFormat));
