/** What a record holds, as one text; null where there is no such record. */
export type Content = string | null;

/** 'refused' is certain too: nothing was changed. 'open' is what got no answer: either may be. */
export type Outcome = 'done' | 'refused' | 'open';

/** One write: what it leaves of each record that it touches, by name. All of it or nothing. */
export interface Step {
  writer: number;
  after: ReadonlyMap<string, Content>;
  outcome: Outcome;
  /** The answer's `x-request-id`. */
  request: string | null;
}

export type Stored = ReadonlyMap<string, string>;

const differs = (one: Stored, other: Stored): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));

/** Whether a step that got no answer is there whole, not at all, or in part. */
function found({ after }: Step, before: Stored, stored: Stored): 'whole' | 'absent' | 'partial' {
  const is = (state: (name: string, left: Content) => Content) =>
    [...after].every(([name, left]) => (stored.get(name) ?? null) === state(name, left));
  if (is((_, left) => left)) return 'whole';
  return is((name) => before.get(name) ?? null) ? 'absent' : 'partial';
}

/** What was written and how it was answered, so that what is stored can be held against it. */
export class Ledger {
  #base: Stored = new Map();
  #steps: Step[] = [];

  get steps(): readonly Step[] {
    return this.#steps;
  }

  add(step: Step): void {
    this.#steps.push(step);
  }

  /** Throws where an acknowledged write is not stored as it was left, or one that got no answer is there in part. */
  check(stored: Stored, when: string, steps: readonly Step[] = this.#steps): void {
    const wanted = new Map(this.#base);
    const apply = ({ after }: Step) => {
      for (const [name, content] of after)
        if (content === null) wanted.delete(name);
        else wanted.set(name, content);
    };
    steps.filter(({ outcome }) => outcome === 'done').forEach(apply);
    const open = steps.filter(({ outcome }) => outcome === 'open');
    const partial = open.filter((step) => found(step, wanted, stored) === 'partial');
    if (partial.length > 0) {
      const rows = partial.map(({ after }) => after.size).join(', ');
      throw new Error(
        `${when}: ${partial.length} writes without an answer are there in part (of ${rows} rows)`,
      );
    }
    open.filter((step) => found(step, wanted, stored) === 'whole').forEach(apply);
    const wrong = differs(wanted, stored);
    if (wrong.length > 0) {
      const first = wrong.slice(0, 3).map((name) => `${name}: ${wanted.get(name)} is ${stored.get(name)}`);
      throw new Error(
        `${when}: ${wrong.length} records are not as they were acknowledged: ${first.join('; ')}`,
      );
    }
  }

  /** What is stored was checked: it is what later steps begin with. */
  restart(stored: Stored): void {
    this.#base = stored;
    this.#steps = [];
  }
}
