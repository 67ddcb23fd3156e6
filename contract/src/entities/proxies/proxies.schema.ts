import { z } from 'zod';
import { bulkImport } from '../../api/bulk-import.ts';
import { entity, extend, tagsInUse } from '../../api/entity.ts';
import {
  also,
  caseless,
  choice,
  flag,
  initially,
  integer,
  optionalText,
  secret,
  noted,
  tagged,
  text,
} from '../../api/fields.ts';
import { groups, tagsByType } from '../../api/summaries.ts';
import { optionalText as optionalTextRule, optionalUrl, requiredText } from '../../api/values.ts';
import { proxyDefaults, proxyTypes } from '../../catalog/proxy-types.ts';
import { ipKeyOf, isIpAddress } from '../../rules/ip-address.ts';
import { limits } from '../../rules/limits.ts';
import { proxies } from './proxies.routes.ts';

const portMessage = 'Port must be between 1 and 65535';

const fields = {
  name: also(text(requiredText('Name', limits.name)), ['proxy', 'proxy name', 'title']),
  ip: also(
    caseless(
      text(
        requiredText('IP address', limits.name)
          .toLowerCase()
          .refine(isIpAddress, 'Invalid IP address format'),
      ),
      ipKeyOf,
    ),
    ['ip', 'host', 'address', 'server', 'proxy address', 'proxy ip'],
  ),
  port: also(
    initially(
      integer(z.int({ error: portMessage }).min(1, portMessage).max(65_535, portMessage)),
      proxyDefaults.port,
    ),
    ['proxy port'],
  ),
  username: also(text(requiredText('Username', limits.name)), [
    'user',
    'user name',
    'login',
    'login username',
    'proxy user',
  ]),
  password: also(secret('Password', limits.password), ['pass', 'pwd', 'login password', 'proxy password']),
  type: also(initially(choice('Type', proxyTypes), proxyDefaults.type), ['protocol', 'scheme', 'proxy type']),
  country: also(optionalText(optionalTextRule('Country', limits.name)), ['location', 'geo', 'region']),
  ...tagged,
  isActive: also(flag('Active', proxyDefaults.isActive), ['active', 'enabled']),
  ...noted,
};
const own = entity(proxies, fields);

export const proxyTestBody = z
  .object({
    ip: fields.ip.rule,
    port: fields.port.rule,
    username: fields.username.rule,
    password: fields.password.rule,
    type: fields.type.rule.default(proxyDefaults.type),
    testUrl: optionalUrl('Test URL'),
  })
  .meta({ id: 'ProxyTest' });

/** `data` is null after a failure, `error` after a success. */
export const proxyTestResult = z
  .object({
    success: z.boolean(),
    error: z.string().nullable(),
    data: z
      .object({
        responseTime: z.number().meta({ description: 'Milliseconds' }),
        ipAddress: z
          .string()
          .meta({ description: 'The address that the target reported, or that of the proxy' }),
      })
      .nullable(),
  })
  .meta({ id: 'ProxyTestResult' });
export type ProxyTestResult = z.infer<typeof proxyTestResult>;

export const proxy = extend(own, {
  stats: {
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
  },
  tags: tagsInUse,
  test: {
    ownLimit: true,
    summary: 'Make a request through a proxy, stored or not',
    body: proxyTestBody,
    data: proxyTestResult,
  },
  bulkImport: bulkImport('proxies', own, {}),
});
export type Proxy = z.infer<typeof proxy.answer>;

/** An account's proxy, as the account shows it. */
export const proxySummary = proxy.answer.pick({ id: true, name: true, ip: true, port: true });
const outside = { description: 'null outside the scope' };
/** The same for a proxy that may be outside the reader's scope. */
export const shownProxy = proxySummary.extend({
  ip: z.string().nullable().meta(outside),
  port: z.number().nullable().meta(outside),
});
export type ShownProxy = z.infer<typeof shownProxy>;
