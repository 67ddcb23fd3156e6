import { shortened } from '@quartermaster/contract/rules/limits';
import { NoAnswer, RequestFailure } from '../../net/failures.ts';
import { answered } from '../../net/http-request.ts';

/** Why a visit to the identity provider failed. */
export interface SignInFailure {
  /** For the person. */
  message: string;
  /** What the operator needs to mend it. */
  details: Record<string, string>;
  /** Whether the person declined at the provider. */
  isCancelled: boolean;
}

const maxText = 300;

/** What a provider wrote, as short plain text; nothing if it is no text. */
const plain = (given: unknown): string => {
  const text = typeof given === 'string' ? given.slice(0, 4 * maxText) : '';
  return shortened(text.replaceAll(/[\p{C}\s]+/gu, ' ').trim(), maxText);
};

/** An error, or what one names as its cause. */
type Link = Readonly<Record<string, unknown>>;

/** An error with its causes. Few, since the innermost may be what the provider sent. */
function causesOf(error: unknown): Link[] {
  const links: Link[] = [];
  for (let next = error; typeof next === 'object' && next !== null && links.length < 6;) {
    links.push(next as Link);
    next = (next as Link)['cause'];
  }
  return links;
}

const issuerIn = ({ expected, attribute, body, claim, claims, parameters }: Link): unknown => {
  if (attribute === 'issuer') return (body as Link)['issuer'];
  if (claim === 'iss') return (claims as Link)['iss'];
  // A wrong `state` is reported alike, and is no address.
  return parameters instanceof URLSearchParams && URL.canParse(String(expected))
    ? parameters.get('iss')
    : null;
};

/** The expected issuer and the one that the provider named, if they differ. */
export function issuersIn(error: unknown): { expected: string; found: string } | null {
  for (const link of causesOf(error)) {
    const { expected } = link;
    const found = issuerIn(link);
    if (typeof expected === 'string' && typeof found === 'string') return { expected, found };
  }
  return null;
}

/** Providers also report their own refusals as `access_denied`, and then say why: by whom it was is read from the words. */
const byProvider =
  /\bnot (?:assigned|authori[sz]ed|allowed|permitted|eligible|enabled|a member)|\b(?:admin|polic|approv|block|disabled|locked|conditional access)/i;
const byPerson =
  /\b(?:cancel|abort|declin|reject|consent)|\b(?:user|owner)\b.*\b(?:denied|refused|did not)\b|\bdenied by (?:the )?(?:end-?)?user\b/i;
const isCancellation = (error: string, description: string): boolean =>
  /cancel/i.test(error) ||
  (error === 'access_denied' && (byPerson.test(description) || !byProvider.test(description)));

/** The provider's own error, in a redirect or in an answer. */
function refusalIn(causes: readonly Link[]): SignInFailure | null {
  const refusal = causes.find(({ error }) => typeof error === 'string');
  if (!refusal) return null;
  const error = plain(refusal['error']);
  const description = plain(refusal['error_description']);
  const details = { error, ...(description !== '' && { error_description: description }) };
  const isVisit = refusal['code'] === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR';
  if (isVisit && isCancellation(error, description))
    return { message: 'You cancelled the sign-in', details, isCancelled: true };
  const said = description === '' ? error : `${description} (${error})`;
  return { message: `The identity provider refused the sign-in: ${said}`, details, isCancelled: false };
}

/** Describes what the provider answered instead of what the standard says. */
function invalidAnswer(causes: readonly Link[]): string {
  const response = causes.find((cause) => cause instanceof Response);
  const codes = causes.map(({ code }) => code);
  if (response instanceof Response && response.status !== 200)
    return `The identity provider ${answered(response.status)}`;
  if (codes.includes('OAUTH_RESPONSE_IS_NOT_JSON') || codes.includes('OAUTH_PARSE_ERROR'))
    return 'The identity provider answered something that is not JSON';
  const innermost = causes.findLast((cause) => cause instanceof Error);
  return `The identity provider's answer is not valid: ${plain(innermost?.['message'])}`;
}

/** Why a visit failed, from the library's error. Contains neither tokens nor what the provider says about a person. */
export function failureOf(error: unknown): SignInFailure {
  const causes = causesOf(error);
  const refusal = refusalIn(causes);
  if (refusal) return refusal;
  const issuers = issuersIn(error);
  if (issuers)
    return {
      message: 'The identity provider names another issuer than the expected one; the log has both',
      details: { expectedIssuer: plain(issuers.expected), foundIssuer: plain(issuers.found) },
      isCancelled: false,
    };
  const failure = causes.find((cause) => cause instanceof RequestFailure);
  const reason = failure instanceof RequestFailure ? failure.message : invalidAnswer(causes);
  const message = failure instanceof NoAnswer ? 'The identity provider cannot be reached' : reason;
  return { message, details: { reason }, isCancelled: false };
}
