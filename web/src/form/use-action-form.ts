/** For small forms, as those of records have theirs beside it. */
export { useActionForm } from '../records/use-action-form.ts';
