import { z } from 'zod';
import { entity, extend } from '../../api/entity.ts';
import { also, caseless, flag, json, marked, optionalText, text } from '../../api/fields.ts';
import { flag as flagRule, keysAtMost, optionalUrl, requiredText } from '../../api/values.ts';
import { credentialTypes } from '../../catalog/credential-field.ts';
import { apiFieldErrors } from '../../rules/credentials.ts';
import { limits } from '../../rules/limits.ts';
import { readableSecrets } from '../../rules/secret-names.ts';
import { registratorTypes } from './registrator-types.routes.ts';

const credentialField = z.object({
  label: z.string(),
  type: z.enum(credentialTypes),
  required: z.boolean(),
  placeholder: z.string().optional(),
  description: z.string().optional(),
  readable: z.boolean().optional().meta({
    description: 'Everybody may read the value, although the name of the field says that it is secret',
  }),
});
const apiFieldsOut = z.record(z.string(), credentialField);

const apiFields = keysAtMost(
  limits.credentials,
  `Maximum ${limits.credentials} API fields allowed`,
  z.record(z.string().min(1).max(limits.name), z.unknown(), { error: 'API fields must map names to fields' }),
)
  .nullish()
  .meta({ description: 'Field name to {label, type, required, placeholder, description, readable}' });

/** API fields count only if the type has an API. */
function checkApiFields(
  value: { hasApi?: boolean | undefined; apiFields?: Record<string, unknown> | null | undefined },
  context: z.RefinementCtx,
) {
  if (value.hasApi === false) return;
  for (const [name, message] of Object.entries(apiFieldErrors(value.apiFields ?? {})))
    context.addIssue({ code: 'custom', path: ['apiFields', name], message });
}

const own = entity(
  registratorTypes,
  {
    name: also(caseless(text(requiredText('Name', limits.name))), [
      'registrator',
      'registrar',
      'registrar name',
      'provider',
      'title',
    ]),
    websiteUrl: also(optionalText(optionalUrl('Website URL')), [
      'url',
      'uri',
      'website',
      'web site',
      'login uri',
    ]),
    hasApi: also(flag('API access', false), ['api', 'has api']),
    apiFields: marked(
      json(apiFields, apiFieldsOut),
      'readableSecrets',
      (fields) => readableSecrets(fields).length > 0,
    ),
  },
  {
    createOnly: { isGlobal: flagRule('Global').default(false) },
    derived: { userId: z.string().nullable().meta({ description: 'null for a global type' }) },
    check: checkApiFields,
  },
);

const { answer } = own;
/** An account's type, as the account shows it. */
export const registratorTypeSummary = answer.pick({ id: true, name: true, hasApi: true, apiFields: true });

export const registratorType = extend(own, {
  popular: {
    summary: 'Well-known registrars, as templates for types',
    data: z.object({
      popularTypes: z.array(answer.pick({ name: true, websiteUrl: true, hasApi: true, apiFields: true })),
    }),
  },
  stats: {
    summary: 'How many registrator types there are',
    data: z.object({
      stats: z.object({
        totalAccessible: z.number(),
        globalTypes: z.number(),
        userTypes: z.number(),
        typesWithApi: z.number(),
      }),
    }),
  },
});
export type RegistratorType = z.infer<typeof registratorType.answer>;
