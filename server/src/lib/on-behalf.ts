import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the person whose request is worked on; undefined in jobs and before somebody is known. */
export const onBehalfOf = new AsyncLocalStorage<string>();
