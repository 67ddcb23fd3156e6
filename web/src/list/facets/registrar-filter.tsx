import { client } from '@quartermaster/contract/api/client';
import type { ListState } from '../use-list-state.ts';
import { AnyFilter } from './any-filter.tsx';

/** Registrars are asked of the domains, since nothing else has one. */
const everyDomain = { query: {}, asked: '' };

/** The filter by registrator accounts of a list of other things than domains. */
export const RegistrarFilter = <F extends string>({
  state: { filters, setFilter },
}: {
  state: Pick<ListState<F | 'registratorAccountId'>, 'filters' | 'setFilter'>;
}) => (
  <AnyFilter
    page={{ entity: client.domains, state: { ...everyDomain, filters, setFilter } }}
    name="registratorAccountId"
    label="Registrar"
    words={({ label, detail }) => (detail === null ? label : `${label} · ${detail}`)}
  />
);
