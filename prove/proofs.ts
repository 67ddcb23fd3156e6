import type { Proof } from './proof.ts';
import { alerts } from './proofs/alerts.ts';
import { backup } from './proofs/backup.ts';
import { canary } from './proofs/canary.ts';
import { csv } from './proofs/csv.ts';
import { database } from './proofs/database.ts';
import { egress } from './proofs/egress.ts';
import { fullDisk } from './proofs/full-disk.ts';
import { fair } from './proofs/fair.ts';
import { fuzz } from './proofs/fuzz.ts';
import { importProof } from './proofs/import.ts';
import { isolation } from './proofs/isolation.ts';
import { keys } from './proofs/keys.ts';
import { kind } from './proofs/kind.ts';
import { kill } from './proofs/kill.ts';
import { late } from './proofs/late.ts';
import { leaver } from './proofs/leaver.ts';
import { login } from './proofs/login.ts';
import { many } from './proofs/many.ts';
import { migrate } from './proofs/migrate.ts';
import { power } from './proofs/power.ts';
import { races } from './proofs/races.ts';
import { registries } from './proofs/registries.ts';
import { roleProof } from './proofs/roles.ts';
import { rotation } from './proofs/rotation.ts';
import { scopeProof } from './proofs/scope.ts';
import { secondFactor } from './proofs/second-factor.ts';
import { secrets } from './proofs/secrets.ts';
import { session } from './proofs/session.ts';
import { slow } from './proofs/slow.ts';
import { ssrf } from './proofs/ssrf.ts';
import { stop } from './proofs/stop.ts';
import { tamper } from './proofs/tamper.ts';
import { tokens } from './proofs/tokens.ts';
import { historyProof } from './proofs/history.ts';
import { undoProof } from './proofs/undo.ts';
import { turns } from './proofs/turns.ts';
import { xss } from './proofs/xss.ts';

/** All proofs, in the order in which they run. */
export const proofs: readonly Proof[] = [
  isolation,
  roleProof,
  scopeProof,
  secrets,
  late,
  leaver,
  canary,
  tamper,
  keys,
  rotation,
  kill,
  importProof,
  power,
  fullDisk,
  database,
  session,
  login,
  secondFactor,
  tokens,
  xss,
  ssrf,
  egress,
  csv,
  fuzz,
  slow,
  fair,
  turns,
  registries,
  alerts,
  races,
  undoProof,
  historyProof,
  migrate,
  stop,
  backup,
  many,
  kind,
];
