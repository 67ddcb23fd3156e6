import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.tsx';
import { Banner } from '../../ui/banner.tsx';

/** Every account belongs to a mailbox. */
export const NoEmailYet = () => (
  <Banner
    tone="info"
    title="You have no email account yet"
    action={
      <Link to="/emails" search={{ form: 'new' }} className={buttonClass()}>
        Add Email Account
      </Link>
    }
  >
    A registrator account belongs to one, so add it first.
  </Banner>
);
