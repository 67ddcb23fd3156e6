import { readConfig } from '../server/src/config.ts';
import { connect } from '../server/src/db/open.ts';
import { Keyring } from '../server/src/secrets/keyring.ts';
import type { Db } from '../server/src/db/schema.ts';
import type { Store, Context } from './context.ts';

/** Direct access to a server's data, like that of somebody with its disk and keys, whether it runs or not. */
export interface Data {
  db: Db;
  /** Starts with an empty cache: reads the master key file and every wrapped key again. */
  newKeyring: () => Keyring;
}

export function openData({ defer }: Pick<Context, 'defer'>, store: Store): Data {
  const config = readConfig({ ...store });
  const db = connect(config, () => undefined, { bounded: false });
  defer(() => db.destroy());
  return { db, newKeyring: () => new Keyring(db, config.masterKey) };
}
