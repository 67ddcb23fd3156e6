import { client } from '@quartermaster/contract/api/client';
import { EventList } from './event-list.tsx';

const AuditSection = () => <EventList route={client.audit.list} />;

export default AuditSection;
