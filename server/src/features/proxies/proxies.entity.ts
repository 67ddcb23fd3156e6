import { proxy } from '@quartermaster/contract/entities/proxies/proxies.schema';
import { recordTable } from '../records/records.table.ts';

export const proxies = recordTable(proxy);
