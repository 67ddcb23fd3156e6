// `npm pack` runs this first: the package contains the build, not the sources.
import { prepare } from './build.js';
import { writeSbom } from './sbom.js';
import { main } from './setup.js';

await main(async () => {
  await prepare();
  writeSbom();
});
