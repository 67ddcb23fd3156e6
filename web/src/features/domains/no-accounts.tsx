import { Link } from '@tanstack/react-router';
import { Banner } from '../../ui/banner.tsx';

/** A domain can't be without a registrator account, so the form says where to get one. */
export const NoAccounts = () => (
  <Banner tone="info" title="First, a registrator account">
    Every domain belongs to the account that it is registered with, and there is none yet.{' '}
    <Link to="/registrator-accounts" search={{ form: 'new' }} className="font-medium underline">
      Add a registrator account
    </Link>
  </Banner>
);
