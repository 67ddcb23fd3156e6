import type { Hosting } from '@quartermaster/contract/entities/hostings/hostings.schema';
import { hostingFields } from '@quartermaster/contract/rules/hosting-credentials';
import type { Details } from '../../record/details.ts';

export const details: Details<Hosting> = { credentials: ({ provider }) => hostingFields(provider) };
