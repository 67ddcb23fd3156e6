/** Times are rounded to a millisecond, and a clock may be slewed. */
const roundingMs = 5;
const oneSecondMs = 1000;
/** A process that is killed this soon after it was told to stop may not have kept it. */
const keptWithinMs = 1000;

/** What a registry sees of those who ask it, and whatever of that is against the rules. */
export class RegistryBucket {
  readonly name: string;
  readonly faults: string[] = [];
  requests = 0;
  stops = 0;
  /** The shortest time from the beginning of a request to that of the next, in ms. */
  shortestGap = Infinity;
  #open = 0;
  #beganAt = -Infinity;
  #toldAt = -Infinity;
  #stopUntil = -Infinity;

  constructor(name: string) {
    this.name = name;
  }

  /** Notes that a request begins; returns what notes its end. */
  begin(): () => void {
    const now = performance.now();
    const gap = now - this.#beganAt;
    const fault = (words: string) => this.faults.push(`${this.name}, request ${this.requests}: ${words}`);
    if (this.#open > 0) fault('another one is open');
    if (gap < oneSecondMs - roundingMs) fault(`${gap.toFixed(0)} ms after the one before`);
    if (now < this.#stopUntil - roundingMs)
      fault(`${(this.#stopUntil - now).toFixed(0)} ms before the end of a stop`);
    this.requests += 1;
    this.shortestGap = Math.min(this.shortestGap, gap);
    this.#beganAt = now;
    this.#open += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#open -= 1;
      isOpen = false;
    };
  }

  /** Notes that the registry has asked not to be asked for so long. */
  stop(ms: number): void {
    this.stops += 1;
    this.#toldAt = performance.now();
    this.#stopUntil = this.#toldAt + ms;
  }

  /** Notes that a process was killed. */
  killed(): void {
    if (performance.now() - this.#toldAt < keptWithinMs) this.#stopUntil = -Infinity;
  }
}
