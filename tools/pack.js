// What `npm pack` runs first: the package holds what is built, and no sources.
import { prepare } from './build.js';
import { main } from './setup.js';

await main(async () => {
  await prepare();
});
