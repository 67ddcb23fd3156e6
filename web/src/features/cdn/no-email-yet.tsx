import { Link } from '@tanstack/react-router';

/** Every account belongs to a mailbox. */
export const NoEmailYet = () => (
  <p className="text-sm text-ink-2">
    You have no email account yet.{' '}
    <Link to="/emails" search={{ form: 'new' }} className="text-accent-text underline">
      Add Email Account
    </Link>
  </p>
);
