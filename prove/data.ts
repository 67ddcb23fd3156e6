import { readConfig } from '../server/src/config.ts';
import { connect } from '../server/src/db/open.ts';
import { Keyring } from '../server/src/secrets/keyring.ts';
import type { Db } from '../server/src/db/schema.ts';
import type { Store, Trial } from './trial.ts';

/** The data of a running or stopped server, by whoever has its disk and its keys. */
export interface Data {
  db: Db;
  /** With nothing remembered: it reads the master key's file and every wrapped key anew. */
  newKeyring: () => Keyring;
}

export function openData({ later }: Pick<Trial, 'later'>, store: Store): Data {
  const config = readConfig({ ...store });
  const db = connect(config, () => undefined, { bounded: false });
  later(() => db.destroy());
  return { db, newKeyring: () => new Keyring(db, config.masterKey) };
}
