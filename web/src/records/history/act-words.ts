import type { Change } from '@quartermaster/contract/history/history.schema';

/** What was done to a record. */
export const actionWords: Readonly<Record<Change['action'], string>> = {
  create: 'Created',
  update: 'Changed',
  delete: 'Deleted',
};

interface Made {
  actor: { name: string | null; email: string } | null;
  token: { name: string } | null;
}

/** Who did something: a person, with the token that they used, or the server itself. */
export const madeBy = ({ actor, token }: Made): string => {
  const who = actor ? (actor.name ?? actor.email) : 'Quartermaster';
  return token ? `${who} by the token ${token.name}` : who;
};
