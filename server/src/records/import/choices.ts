import { isUuid } from '@quartermaster/contract/rules/formats';
import type { Owner } from '../../access/owner.ts';
import type { Db, OwnedTableName } from '../../db/schema.ts';
import type { CellRows } from './levels.ts';
import { findNamed } from './lookup.ts';
import type { OpenName } from './open-names.ts';
import { type ReferencedRecord, askedKey } from './reference-query.ts';

/** What becomes of a name that leads to no record or to several. */
export interface Choice {
  /** As `options.references` has it; null: undecided. */
  choice: string | null;
  /** The record that is chosen; null: none is, or it is not there. */
  picked: ReferencedRecord | null;
}

/** What a person chooses for names that lead to no record or to several, now or for earlier files. */
export class Choices {
  /** Those of earlier files that count for this one, as `options.references` has them. */
  readonly remembered: Record<string, string> = {};
  readonly #db: Db;
  readonly #owner: Owner;
  readonly #input: CellRows;

  constructor(db: Db, owner: Owner, input: CellRows) {
    this.#db = db;
    this.#owner = owner;
    this.#input = input;
  }

  async of(at: string, table: OwnedTableName, { names, records }: OpenName): Promise<Choice> {
    const chosen = this.#chosenFor(at, names);
    const isChosen = chosen !== null && !(chosen === 'create' && records.length > 0);
    if (!isChosen) return this.#rememberedFor(at, table, names, records);
    return { choice: chosen, picked: isUuid(chosen) ? await this.#record(table, chosen, records) : null };
  }

  /** What was chosen for one of a name's spellings, or for all names of its path. */
  #chosenFor(path: string, names: readonly string[]): string | null {
    const { references: choices } = this.#input.options;
    if (typeof choices === 'string') return choices;
    for (const key of [...names.map((name) => `${path}:${name}`), path, `${path}Id`])
      if (Object.hasOwn(choices, key) && choices[key] !== null) return choices[key] ?? null;
    return null;
  }

  /** What the person picked before for one of these names, if it is still there, and still fits where some do. */
  async #rememberedFor(
    at: string,
    table: OwnedTableName,
    names: readonly string[],
    records: readonly ReferencedRecord[],
  ): Promise<Choice> {
    // A word for all names is not kept beside a choice for one.
    const isKept = typeof this.#input.options.references !== 'string';
    for (const name of isKept ? names : []) {
      const id = this.#input.picked?.(table, name) ?? null;
      if (id === null || (records.length > 0 && !records.some((each) => each.id === id))) continue;
      const picked = await this.#record(table, id, records);
      if (!picked) continue;
      this.remembered[`${at}:${names[0] ?? name}`] = id;
      return { choice: id, picked };
    }
    return { choice: null, picked: null };
  }

  async #record(table: OwnedTableName, id: string, records: readonly ReferencedRecord[]) {
    const known = records.find((each) => each.id === id);
    if (known) return known;
    const asked = { whole: id, parts: {} };
    const [found] = (await findNamed(this.#db, this.#owner, table, [asked])).get(askedKey(asked)) ?? [];
    return found ?? null;
  }
}
