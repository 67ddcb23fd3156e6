import { readFileSync } from 'node:fs';

const file = new URL('../../package.json', import.meta.url);

/** The version of the product. Stands alone, so that the command line tells it without loading any setting. */
export const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string };
