// Writes dist/sbom.cdx.json, the list of all packages in the build, for scanners (CycloneDX 1.6). What the bundlers put
// into the server and the interface stands in their lists of licences; packages that are copied as files are added here.
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.js';

const copied = ['swagger-ui-dist', '@fontsource-variable/geist', '@fontsource-variable/geist-mono'];

const read = (path) => readFileSync(join(root, path), 'utf8');

/** The headings of a list of licences: '## zod - 4.6.7 (MIT)'. */
const bundled = (path) =>
  [...read(path).matchAll(/^## (\S+) - (\S+)(?: \((.+)\))?$/gm)].map(([, name, version, license]) => ({
    name,
    version,
    license,
  }));

function component({ name, version, license }) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    ...(license && { licenses: [{ expression: license }] }),
  };
}

export function writeSbom() {
  const { name, version, license } = JSON.parse(read('package.json'));
  const { packages } = JSON.parse(read('package-lock.json'));
  const found = [
    ...bundled('dist/licenses.md'),
    ...bundled('web/dist/licenses.md'),
    ...copied.map((each) => ({ name: each, ...packages[`node_modules/${each}`] })),
  ].map(component);
  const components = new Map(found.map((each) => [each.purl, each]));
  const sbom = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: new Date().toISOString(),
      component: { ...component({ name, version, license }), type: 'application' },
    },
    components: [...components.values()].sort((a, b) => (a.purl < b.purl ? -1 : 1)),
  };
  writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
}
