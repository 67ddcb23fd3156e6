import { client } from '@quartermaster/contract/api/client';
import type { RegistratorType } from '@quartermaster/contract/entities/registrator-types/registrator-types.schema';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { routeQuery } from '../../api/queries.ts';
import { useNest } from '../../form/nested-forms.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';

interface GlobalTypeProps {
  /** The name of a preset. */
  name: string;
  /** Chooses the type in the form that asked for a new one. */
  onUse: (type: RegistratorType) => void;
}

/** Says that everyone has a type of this name already, and offers it. */
export function GlobalType({ name, onUse }: GlobalTypeProps) {
  const nest = useNest();
  const { data } = useQuery(routeQuery(client.registratorTypes.list, { query: { search: name } }));
  const type = data?.registratorTypes.find(
    (each) => each.userId === null && each.name.toLowerCase() === name.toLowerCase(),
  );
  if (!type) return null;
  return (
    <Banner
      tone="info"
      title={`${type.name} exists already, for everyone`}
      action={
        nest ? (
          <Button onClick={() => onUse(type)}>Use it</Button>
        ) : (
          <Link to="/registrator-accounts" search={{ form: 'new' }} className={buttonClass()}>
            Add an account
          </Link>
        )
      }
    >
      A type of your own is only needed if its API fields shall differ.
    </Banner>
  );
}
