import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { BoundedCache } from './bounded-cache.ts';
import { AppError } from './errors.ts';

interface Rate {
  /** As refusals name it: 'Too many …'. */
  what: string;
  atOnce: number;
  /** Until one more. */
  everySeconds: number;
}

/** Whatever is limited by how often it is done. */
const rates = {
  registration: {
    what: 'registrations',
    atOnce: serverLimits.registrationsAtOnce,
    everySeconds: serverLimits.registrationEverySeconds,
  },
  signInByPasskey: {
    what: 'sign-ins',
    atOnce: serverLimits.challengesAtOnce,
    everySeconds: serverLimits.challengeEverySeconds,
  },
  signInByProvider: {
    what: 'sign-ins',
    atOnce: serverLimits.challengesAtOnce,
    everySeconds: serverLimits.challengeEverySeconds,
  },
  resetRequest: {
    what: 'requests',
    atOnce: serverLimits.resetsAtOnce,
    everySeconds: serverLimits.resetEverySeconds,
  },
  openedInvitation: {
    what: 'links of invitations',
    atOnce: serverLimits.invitationsOpenedAtOnce,
    everySeconds: serverLimits.invitationOpenedEverySeconds,
  },
  wrongCalendar: {
    what: 'wrong addresses',
    atOnce: serverLimits.wrongLinks,
    everySeconds: serverLimits.wrongLinkEverySeconds,
  },
  wrongAcknowledgeLink: {
    what: 'wrong links',
    atOnce: serverLimits.wrongLinks,
    everySeconds: serverLimits.wrongLinkEverySeconds,
  },
  wrongApiToken: {
    what: 'wrong API tokens',
    atOnce: serverLimits.tokenGuesses,
    everySeconds: serverLimits.tokenGuessEverySeconds,
  },
  wrongApiTokenOfClient: {
    what: 'wrong API tokens',
    atOnce: serverLimits.clientGuesses,
    everySeconds: serverLimits.clientGuessEverySeconds,
  },
  refusedSignIn: {
    what: 'refused sign-ins',
    atOnce: serverLimits.refusedSignIns,
    everySeconds: serverLimits.refusedSignInEverySeconds,
  },
  proxyHint: { what: 'hints', atOnce: 1, everySeconds: 3600 },
  channelTest: {
    what: 'tests',
    atOnce: serverLimits.channelTests,
    everySeconds: 60 / serverLimits.channelTests,
  },
  testMail: {
    what: 'test mails',
    atOnce: serverLimits.testMailsAtOnce,
    everySeconds: serverLimits.testMailEverySeconds,
  },
} satisfies Record<string, Rate>;

/**
 * Limits how often something is done by each client, person or account: a token bucket for each, by the monotonic clock
 * of this process.
 */
export class RateLimit {
  readonly #rate: Rate;
  /** When each bucket will be full again. */
  readonly #fullAt = new BoundedCache<number>();

  constructor(use: keyof typeof rates) {
    this.#rate = rates[use];
  }

  /** Takes a token. Returns 0, or the seconds until there will be one. */
  tryTake(key: string): number {
    const { atOnce, everySeconds } = this.#rate;
    const everyMs = everySeconds * 1000;
    // In whole milliseconds: sums of fractions are off by a little, which would cost a token now and then.
    const now = Math.floor(performance.now());
    const fullAt = Math.max(now, this.#fullAt.get(key) ?? 0) + everyMs;
    const wait = fullAt - now - atOnce * everyMs;
    if (wait > 0) return Math.ceil(wait / 1000);
    this.#fullAt.set(key, fullAt);
    return 0;
  }

  /** Takes a token, or throws RATE_LIMITED with the seconds until there will be one. */
  take(key: string): void {
    const wait = this.tryTake(key);
    if (wait > 0)
      throw new AppError(
        'RATE_LIMITED',
        `Too many ${this.#rate.what}; try again in a moment`,
        undefined,
        wait,
      );
  }
}
