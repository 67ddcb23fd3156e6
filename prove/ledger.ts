/** A record's content as one string; null if the record does not exist. */
export type Content = string | null;

/** 'refused': nothing changed; 'open': no answer, so it may or may not have happened. */
export type Outcome = 'done' | 'refused' | 'open';

/** An atomic write, with the content that it leaves in each record it touches, by name. */
export interface Step {
  writer: number;
  after: ReadonlyMap<string, Content>;
  outcome: Outcome;
  /** The response's `x-request-id`. */
  request: string | null;
}

export type Stored = ReadonlyMap<string, string>;

const namesThatDiffer = (one: Stored, other: Stored): string[] =>
  [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));

/** Whether a step without an answer was stored completely, partly or not at all. */
function found({ after }: Step, before: Stored, stored: Stored): 'whole' | 'absent' | 'partial' {
  const is = (state: (name: string, left: Content) => Content) =>
    [...after].every(([name, left]) => (stored.get(name) ?? null) === state(name, left));
  if (is((_, left) => left)) return 'whole';
  return is((name) => before.get(name) ?? null) ? 'absent' : 'partial';
}

/** Records every write and its answer, to compare them with what is stored. */
export class Ledger {
  #base: Stored = new Map();
  #steps: Step[] = [];

  get steps(): readonly Step[] {
    return this.#steps;
  }

  /** The same writes, where only a part of each content is visible. */
  seen(part: (content: string) => string): Ledger {
    const ledger = new Ledger();
    ledger.#base = new Map([...this.#base].map(([name, content]) => [name, part(content)]));
    ledger.#steps = this.#steps.map((step) => ({
      ...step,
      after: new Map([...step.after].map(([name, left]) => [name, left === null ? null : part(left)])),
    }));
    return ledger;
  }

  add(step: Step): void {
    this.#steps.push(step);
  }

  /** Throws if an acknowledged write was lost or changed, or if one without an answer was stored partly. */
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
        `${when}: ${partial.length} writes without an answer were stored partly (of ${rows} rows)`,
      );
    }
    open.filter((step) => found(step, wanted, stored) === 'whole').forEach(apply);
    const wrong = namesThatDiffer(wanted, stored);
    if (wrong.length > 0) {
      const first = wrong
        .slice(0, 3)
        .map((name) => `${name}: expected ${wanted.get(name)}, found ${stored.get(name)}`);
      throw new Error(
        `${when}: ${wrong.length} records differ from what was acknowledged: ${first.join('; ')}`,
      );
    }
  }

  /** Starts over from what is stored, after a check. */
  restart(stored: Stored): void {
    this.#base = stored;
    this.#steps = [];
  }
}
