import type { Kysely, Transaction } from 'kysely';
import type { AccountTables } from './account-tables.ts';
import type { AlertTables } from './alert-tables.ts';
import type { DeliveryTables } from './delivery-tables.ts';
import type { CalendarTables } from './calendar-tables.ts';
import type { FactTables } from './fact-tables.ts';
import type { FactorTables } from './factor-tables.ts';
import type { HistoryTables } from './history-tables.ts';
import type { ImportTables } from './import-tables.ts';
import type { LookupTables } from './lookup-tables.ts';
import type { MailTables } from './mail-tables.ts';
import type { RecordTables } from './record-tables.ts';
import type { SecretTables } from './secret-tables.ts';
import type { ShownTables } from './shown-tables.ts';
import type { SystemTables } from './system-tables.ts';
import type { WorkspaceTables } from './workspace-tables.ts';

export type { Flag, OwnedTableName } from './record-tables.ts';

/** Every table. */
export interface Schema
  extends
    AccountTables,
    AlertTables,
    DeliveryTables,
    CalendarTables,
    FactTables,
    FactorTables,
    HistoryTables,
    ImportTables,
    LookupTables,
    MailTables,
    RecordTables,
    SecretTables,
    ShownTables,
    SystemTables,
    WorkspaceTables {}

export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** The owner whose key seals what belongs to people rather than to a workspace. */
export const peopleOwner = 'people';

/** The owner of global registrator types. */
export const globalOwner = 'global';
