import { dirname } from 'node:path';
import { createRequire } from 'node:module';
import staticFiles from '@fastify/static';
import type { Api } from './implement.ts';
import { openApi } from './openapi.ts';

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Quartermaster API</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<main id="api"></main>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;
const start = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, syntaxHighlight: false });\n`;

/** Serves /api/openapi.json, generated on first request, and a page to browse it at /api/docs. */
export async function openApiRoutes({ fastify, endpoints }: Api): Promise<void> {
  let document: Buffer | undefined;
  await fastify.register(staticFiles, {
    root: assets,
    prefix: '/api/docs/',
    decorateReply: false,
    wildcard: false,
    allowedPath: (path) => /^\/swagger-ui(-bundle)?\.(css|js)$/.test(path),
    globIgnore: ['**/*.map', '**/absolute-path.js', '**/*.md', '**/package.json'],
  });
  fastify.get('/api/openapi.json', (_, reply) => {
    // As bytes, which all answers share.
    document ??= Buffer.from(JSON.stringify(openApi(endpoints)));
    return reply.type('application/json; charset=utf-8').send(document);
  });
  fastify.get('/api/docs', (_, reply) => reply.type('text/html; charset=utf-8').send(page));
  fastify.get('/api/docs/start.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(start));
}
