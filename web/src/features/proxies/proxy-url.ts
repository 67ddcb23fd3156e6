import type { Proxy } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { hostAndPort } from '@quartermaster/contract/rules/ip-address';

/** The full proxy URL: `http://user:password@192.0.2.1:8080`. */
export const proxyUrl = ({
  type,
  username,
  password,
  ip,
  port,
}: Pick<Proxy, 'type' | 'username' | 'password' | 'ip' | 'port'>): string =>
  `${type.toLowerCase()}://${encodeURIComponent(username)}:${encodeURIComponent(password ?? '')}@${hostAndPort(ip, port)}`;
