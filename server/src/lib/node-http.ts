/** `import 'node:http'` reads every export, and with one of them loads Node's fetch: 5 MB that nothing here uses. */
export const { STATUS_CODES, createServer, request } = process.getBuiltinModule('node:http');
