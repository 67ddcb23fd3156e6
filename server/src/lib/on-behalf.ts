import { AsyncLocalStorage } from 'node:async_hooks';

/** The id of the person whose request is being handled; undefined in jobs and before the person is identified. */
export const onBehalfOf = new AsyncLocalStorage<string>();
