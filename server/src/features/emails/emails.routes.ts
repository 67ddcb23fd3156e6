import { crudRoutes } from '../records/records.routes.ts';
import type { Services } from '../../services.ts';
import { emails } from './emails.entity.ts';

export const emailRoutes = ({ api, db }: Services): void => crudRoutes(api, db, emails);
