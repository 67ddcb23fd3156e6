export { useActionForm } from '../records/use-action-form.ts';
