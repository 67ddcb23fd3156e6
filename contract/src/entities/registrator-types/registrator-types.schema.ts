import { z } from 'zod';
import { facts } from './registrator-types.routes.ts';
import { deleteOnly } from '../../api/bulk-actions.ts';
import { crud, exportEndpoint } from '../../api/crud.ts';
import { credentialTypes } from '../../catalog/credential-field.ts';
import { endpoint } from '../../api/endpoint.ts';
import { flag, optionalUrl, requiredText, stamps } from '../../api/fields.ts';
import { limits } from '../../rules/limits.ts';
import { apiFieldErrors } from '../../rules/credentials.ts';

const credentialField = z.object({
  label: z.string(),
  type: z.enum(credentialTypes),
  required: z.boolean(),
  placeholder: z.string().optional(),
  description: z.string().optional(),
});
const apiFieldsOut = z.record(z.string(), credentialField);

const apiFields = z
  .record(z.string().min(1).max(limits.name), z.unknown(), { error: 'API fields must map names to fields' })
  .refine((map) => Object.keys(map).length <= limits.credentials, 'Too many API fields')
  .nullish()
  .meta({ description: 'Field name to {label, type, required, placeholder, description}' });

const fields = {
  name: requiredText('Name', limits.name),
  websiteUrl: optionalUrl('Website URL'),
  hasApi: flag('API access'),
  apiFields,
};

/** Descriptions count only where the type has an API. */
function checkApiFields(
  value: { hasApi?: boolean | undefined; apiFields?: Record<string, unknown> | null | undefined },
  context: z.RefinementCtx,
) {
  if (value.hasApi === false) return;
  for (const [name, message] of Object.entries(apiFieldErrors(value.apiFields ?? {})))
    context.addIssue({ code: 'custom', path: ['apiFields', name], message });
}

export const registratorTypeCreate = z
  .object({ ...fields, hasApi: fields.hasApi.default(false), isGlobal: flag('Global').default(false) })
  .superRefine(checkApiFields)
  .meta({ id: 'RegistratorTypeCreate' });
export const registratorTypeUpdate = z
  .object(fields)
  .partial()
  .superRefine(checkApiFields)
  .meta({ id: 'RegistratorTypeUpdate' });

export const registratorType = z
  .object({
    ...stamps,
    name: z.string(),
    websiteUrl: z.string().nullable(),
    hasApi: z.boolean(),
    apiFields: apiFieldsOut,
    userId: z.string().nullable().meta({ description: 'null for a global type' }),
  })
  .meta({ id: 'RegistratorType' });
export type RegistratorType = z.infer<typeof registratorType>;

/** What an account shows of its type. */
export const registratorTypeSummary = registratorType.pick({
  id: true,
  name: true,
  hasApi: true,
  apiFields: true,
});

export const registratorTypes = crud(facts.registratorTypes, {
  entity: registratorType,
  create: registratorTypeCreate,
  update: registratorTypeUpdate,
  actions: deleteOnly,
});

const popularType = registratorType.pick({ name: true, websiteUrl: true, hasApi: true, apiFields: true });
export const popularRegistratorTypes = endpoint(facts.popularRegistratorTypes, {
  summary: 'Well-known registrars, to start a type from',
  data: z.object({ popularTypes: z.array(popularType) }),
});

export const registratorTypeStats = endpoint(facts.registratorTypeStats, {
  summary: 'How many registrator types there are',
  data: z.object({
    stats: z.object({
      totalAccessible: z.number(),
      globalTypes: z.number(),
      userTypes: z.number(),
      typesWithApi: z.number(),
    }),
  }),
});

export const registratorTypeExport = exportEndpoint(facts.registratorTypeExport, registratorTypes.query);
