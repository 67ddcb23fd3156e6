import { emailAddress } from '@quartermaster/contract/api/values';
import { createHash, randomBytes } from 'node:crypto';
import type { Configuration } from 'openid-client';
import { beginChallenge, finishChallenge } from '../../access/challenges.ts';
import type { Config, Oidc } from '../../config.ts';
import type { Db } from '../../db/schema.ts';
import { AppError } from '../../lib/errors.ts';
import { providerFetch } from '../../net/provider-fetch.ts';

/** What the identity provider asserts about a person. */
export interface Identity {
  issuer: string;
  subject: string;
  /** null: none, or none that is valid. */
  email: string | null;
}

export const notAccepted = () =>
  new AppError('INVALID_CREDENTIALS', 'The identity provider did not confirm who you are; sign in again');
const unreachable = () =>
  new AppError('SERVICE_UNAVAILABLE', 'The identity provider cannot be reached', undefined, 10);

/** State, nonce and PKCE verifier derive from the visit's id, of which only a hash is stored. */
const partOf = (id: string, part: 'state' | 'nonce' | 'verifier'): string =>
  createHash('sha256').update(`${part} ${id}`).digest('base64url');

/** Loaded on demand: only some installations use an identity provider. */
const library = () => import('openid-client');

/** Talks to the identity provider; reads its discovery document on first use. */
export class IdentityProvider {
  readonly #settings: Oidc;
  readonly #redirect: string;
  #discovered: Promise<Configuration> | null = null;

  constructor(settings: Oidc, { publicUrl }: Pick<Config, 'publicUrl'>) {
    this.#settings = settings;
    this.#redirect = `${publicUrl}/login/oidc`;
  }

  async #discover(): Promise<Configuration> {
    const { ClientSecretPost, allowInsecureRequests, customFetch, discovery } = await library();
    const { issuer, clientId, clientSecret } = this.#settings;
    const isPlain = issuer.startsWith('http:');
    return discovery(new URL(issuer), clientId, undefined, ClientSecretPost(clientSecret), {
      [customFetch]: providerFetch(issuer),
      ...(isPlain && { execute: [allowInsecureRequests] }),
    });
  }

  #configuration(): Promise<Configuration> {
    this.#discovered ??= this.#discover().catch(() => {
      this.#discovered = null;
      throw unreachable();
    });
    return this.#discovered;
  }

  /** Returns where to send the browser, and the secret that it keeps until it returns. */
  async begin(db: Db): Promise<{ id: string; url: string }> {
    const configuration = await this.#configuration();
    const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await library();
    const id = randomBytes(32).toString('base64url');
    await beginChallenge(db, 'oidc', id, null);
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirect,
      scope: 'openid email',
      code_challenge: await calculatePKCECodeChallenge(partOf(id, 'verifier')),
      code_challenge_method: 'S256',
      state: partOf(id, 'state'),
      nonce: partOf(id, 'nonce'),
    });
    return { id, url: url.href };
  }

  /** Completes a visit, which works once. Throws INVALID_CREDENTIALS unless everything matches one that was begun. */
  async finish(db: Db, { id, query }: { id: string; query: string }): Promise<Identity> {
    const configuration = await this.#configuration();
    const { authorizationCodeGrant, fetchUserInfo } = await library();
    if (!(await finishChallenge(db, 'oidc', id))) throw notAccepted();
    const address = new URL(this.#redirect);
    address.search = query;
    const tokens = await authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: partOf(id, 'verifier'),
      expectedState: partOf(id, 'state'),
      expectedNonce: partOf(id, 'nonce'),
      idTokenExpected: true,
    }).catch(() => {
      throw notAccepted();
    });
    const claims = tokens.claims();
    if (!claims) throw notAccepted();
    const { iss: issuer, sub: subject } = claims;
    // Some providers include the address in the token, others only in the userinfo response.
    const email =
      claims['email'] ??
      (await fetchUserInfo(configuration, tokens.access_token, subject).catch(() => null))?.email;
    return { issuer, subject, email: emailAddress('Email is invalid').safeParse(email).data ?? null };
  }
}
