import { z } from 'zod';
import { facts } from './proxies.routes.ts';
import { proxyDefaults, proxyTypes } from '../../catalog/proxy-types.ts';
import { tagActions } from '../../api/bulk-actions.ts';
import { bulkEndpoint, crud, exportEndpoint, exportFormat } from '../../api/crud.ts';
import { endpoint } from '../../api/endpoint.ts';
import {
  comment,
  flag,
  optionalText,
  optionalUrl,
  requiredSecret,
  requiredText,
  stamps,
  tagOut,
  tags,
} from '../../api/fields.ts';
import { limits } from '../../rules/limits.ts';
import { groups, tagsByType, tagsEndpoint } from '../../api/summaries.ts';
import { isIpAddress } from '../../rules/ip-address.ts';

const type = z.enum(proxyTypes, { error: `Type must be one of: ${proxyTypes.join(', ')}` });
const portMessage = 'Port must be between 1 and 65535';

const connection = {
  ip: requiredText('IP address', limits.name).toLowerCase().refine(isIpAddress, 'Invalid IP address format'),
  port: z.int({ error: portMessage }).min(1, portMessage).max(65_535, portMessage),
  username: requiredText('Username', limits.name),
  password: requiredSecret('Password', limits.password),
  type,
};

const fields = {
  name: requiredText('Name', limits.name),
  ...connection,
  country: optionalText('Country', limits.name),
  tags,
  comment,
  isActive: flag('Active'),
};

export const proxyCreate = z
  .object({
    ...fields,
    port: fields.port.default(proxyDefaults.port),
    type: type.default(proxyDefaults.type),
    tags: tags.default([]),
    isActive: fields.isActive.default(proxyDefaults.isActive),
  })
  .meta({ id: 'ProxyCreate' });
export const proxyUpdate = z.object(fields).partial().meta({ id: 'ProxyUpdate' });

export const proxy = z
  .object({
    ...stamps,
    name: z.string(),
    ip: z.string(),
    port: z.number(),
    username: z.string(),
    password: z.string(),
    type: z.enum(proxyTypes),
    country: z.string().nullable(),
    tags: z.array(tagOut),
    comment: z.string().nullable(),
    isActive: z.boolean(),
  })
  .meta({ id: 'Proxy' });
export type Proxy = z.infer<typeof proxy>;

export const proxies = crud(facts.proxies, {
  entity: proxy,
  create: proxyCreate,
  update: proxyUpdate,
  actions: tagActions,
});

export const proxyStats = endpoint(facts.proxyStats, {
  summary: 'How many proxies there are, by type, country and tag',
  data: z.object({
    stats: z.object({
      totalProxies: z.number(),
      activeProxies: z.number(),
      proxyTypes: groups,
      proxiesByCountry: groups,
      tagsByType,
    }),
  }),
});

export const proxyTags = tagsEndpoint(facts.proxyTags);

export const proxyTestBody = z
  .object({ ...connection, type: type.default(proxyDefaults.type), testUrl: optionalUrl('Test URL') })
  .meta({ id: 'ProxyTest' });

/** Of a test that failed `data` is null, of one that went well `error`. */
export const proxyTestResult = z
  .object({
    success: z.boolean(),
    error: z.string().nullable(),
    data: z
      .object({
        responseTime: z.number().meta({ description: 'Milliseconds' }),
        ipAddress: z.string().meta({ description: 'What the target saw, else the address of the proxy' }),
      })
      .nullable(),
  })
  .meta({ id: 'ProxyTestResult' });
export type ProxyTestResult = z.infer<typeof proxyTestResult>;

export const proxyTest = endpoint(facts.proxyTest, {
  summary: 'Make a request through a proxy, stored or not',
  body: proxyTestBody,
  data: proxyTestResult,
});

export const proxyBulkImport = bulkEndpoint(facts.proxyBulkImport, 'proxies', {});

export const proxyExport = exportEndpoint(facts.proxyExport, proxies.query.extend(exportFormat));
