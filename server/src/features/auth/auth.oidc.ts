import { emailAddress } from '@quartermaster/contract/api/values';
import { createHash, randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import { beginChallenge, finishChallenge } from '../../access/challenges.ts';
import { sameIssuer } from '../../access/issuers.ts';
import type { Config, Oidc } from '../../config.ts';
import type { Db } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { failureOf, issuersIn } from './auth.oidc-failures.ts';
import { providerFetch } from './auth.provider-fetch.ts';

/** What the identity provider asserts about a person. */
export interface Identity {
  issuer: string;
  subject: string;
  /** null: none, or none that is valid. */
  email: string | null;
  /** Whether the address is known to be the person's. */
  isVerified: boolean;
}

const ended = () =>
  new AppError('INVALID_CREDENTIALS', 'This sign-in has ended or began elsewhere; sign in again');

/** State, nonce and PKCE verifier derive from the visit's id, of which only a hash is stored. */
const partOf = (id: string, part: 'state' | 'nonce' | 'verifier'): string =>
  createHash('sha256').update(`${part} ${id}`).digest('base64url');

/** Loaded on demand: only some installations use an identity provider. */
const library = () => import('openid-client');

type Claims = Readonly<Record<string, unknown>>;
type Tokens = TokenEndpointResponse & TokenEndpointResponseHelpers;

/** Talks to the identity provider; reads its discovery document on first use. */
export class IdentityProvider {
  readonly #settings: Oidc;
  readonly #redirect: string;
  readonly #log: FastifyBaseLogger;
  #discovered: Promise<Configuration> | null = null;

  constructor(settings: Oidc, { publicUrl }: Pick<Config, 'publicUrl'>, log: FastifyBaseLogger) {
    this.#settings = settings;
    this.#redirect = `${publicUrl}/login/oidc`;
    this.#log = log;
  }

  /** Logs why something failed; returns the error for the person. */
  #failed(what: string, error: unknown, code: 'SERVICE_UNAVAILABLE' | 'INVALID_CREDENTIALS'): AppError {
    const { message, details, isCancelled } = failureOf(error);
    this.#log[isCancelled ? 'info' : 'warn'](details, `identity provider: ${what} failed`);
    return new AppError(code, message, undefined, code === 'SERVICE_UNAVAILABLE' ? 10 : undefined);
  }

  /** Accepts a provider whose issuer has a last slash where the setting has none, and the reverse. */
  async #discover(issuer: string, isOther = false): Promise<Configuration> {
    const { ClientSecretPost, allowInsecureRequests, customFetch, discovery } = await library();
    const { clientId, clientSecret } = this.#settings;
    const isPlain = issuer.startsWith('http:');
    return discovery(new URL(issuer), clientId, undefined, ClientSecretPost(clientSecret), {
      [customFetch]: providerFetch(issuer),
      ...(isPlain && { execute: [allowInsecureRequests] }),
    }).catch((error: unknown) => {
      const found = issuersIn(error)?.found;
      if (isOther || found === undefined || !sameIssuer(found, issuer)) throw error;
      return this.#discover(found, true);
    });
  }

  #configuration(): Promise<Configuration> {
    this.#discovered ??= this.#discover(this.#settings.issuer).catch((error: unknown) => {
      this.#discovered = null;
      throw this.#failed('discovery', error, 'SERVICE_UNAVAILABLE');
    });
    return this.#discovered;
  }

  /** Returns where to send the browser, and the secret that it keeps until it returns. */
  async begin(db: Db): Promise<{ id: string; url: string }> {
    const configuration = await this.#configuration();
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    const id = randomBytes(32).toString('base64url');
    const parameters = {
      redirect_uri: this.#redirect,
      // Providers release most claims about a person only with `profile`.
      scope: this.#settings.emailClaim === 'email' ? 'openid email' : 'openid email profile',
      code_challenge: await calculatePKCECodeChallenge(partOf(id, 'verifier')),
      code_challenge_method: 'S256',
      state: partOf(id, 'state'),
      nonce: partOf(id, 'nonce'),
    };
    await beginChallenge(db, 'oidc', id, null);
    try {
      return { id, url: buildAuthorizationUrl(configuration, parameters).href };
    } catch (error) {
      // The discovery document names no authorization endpoint.
      this.#discovered = null;
      throw this.#failed('discovery', error, 'SERVICE_UNAVAILABLE');
    }
  }

  /** Completes a visit, which works once. Throws INVALID_CREDENTIALS unless everything matches one that was begun. */
  async finish(db: Db, { id, query }: { id: string; query: string }): Promise<Identity> {
    const configuration = await this.#configuration();
    const { authorizationCodeGrant } = await library();
    if (!(await finishChallenge(db, 'oidc', id))) throw ended();
    const address = new URL(this.#redirect);
    address.search = query;
    const tokens = await authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: partOf(id, 'verifier'),
      expectedState: partOf(id, 'state'),
      expectedNonce: partOf(id, 'nonce'),
      idTokenExpected: true,
    }).catch((error: unknown) => {
      throw this.#failed('a sign-in', error, 'INVALID_CREDENTIALS');
    });
    const claims = tokens.claims();
    if (!claims) throw ended();
    const { iss: issuer, sub: subject } = claims;
    return { issuer, subject, ...(await this.#addressOf(configuration, tokens, claims)) };
  }

  #read(claims: Claims): Pick<Identity, 'email' | 'isVerified'> {
    const { emailClaim, trustEmail } = this.#settings;
    const email = emailAddress('Email is invalid').safeParse(claims[emailClaim]).data ?? null;
    // Some providers write the flag as a word. It concerns the claim `email` alone.
    const isVerified = emailClaim === 'email' && [true, 'true'].includes(claims['email_verified'] as never);
    return { email, isVerified: trustEmail || isVerified };
  }

  /** Some providers put the address, or that it is verified, only in the userinfo response. */
  async #addressOf(
    configuration: Configuration,
    { access_token: token }: Tokens,
    claims: Claims & { sub: string },
  ): Promise<Pick<Identity, 'email' | 'isVerified'>> {
    const own = this.#read(claims);
    if (own.email !== null && own.isVerified) return own;
    const { fetchUserInfo } = await library();
    try {
      const asked = this.#read(await fetchUserInfo(configuration, token, claims.sub));
      return asked.email !== null && (asked.isVerified || own.email === null) ? asked : own;
    } catch (error) {
      this.#failed('userinfo', error, 'INVALID_CREDENTIALS');
      return own;
    }
  }
}
