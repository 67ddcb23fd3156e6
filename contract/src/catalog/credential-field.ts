/** The kinds of value that a credential field takes; they decide its input and its check. */
export const credentialTypes = ['string', 'email', 'password', 'url'] as const;

/**
 * One credential that a provider asks for. Registrator API fields, CDN provider fields and hosting presets
 * are all maps of field name to this.
 */
export interface CredentialField {
  label: string;
  type: (typeof credentialTypes)[number];
  required: boolean;
  placeholder?: string | undefined;
  description?: string | undefined;
  /** 'Keep as readable': everybody may read the value, although the name says that it is secret. */
  readable?: boolean | undefined;
}

/** Field name to its description, in the order in which a form shows them. */
export type CredentialFields = Record<string, CredentialField>;

/** Field name to what the operator entered. */
export type Credentials = Record<string, string>;

/** Credentials in a request, where null means 'none', or in an answer, where it means 'not shown'. */
export type SentCredentials = Readonly<Record<string, string | null>>;
