/** `import 'node:http'` reads every export, one of which loads Node's fetch: 5 MB that nothing here uses. */
export const { STATUS_CODES, createServer, request } = process.getBuiltinModule('node:http');
