import { errorStatus } from '@quartermaster/contract/api/errors';
import { type Endpoint, bodyLimitOf } from '@quartermaster/contract/api/endpoint';
import {
  type Permission,
  permissions,
  rolesWith,
  tokenPermissions,
} from '@quartermaster/contract/api/permissions';
import { limits } from '@quartermaster/contract/rules/limits';
import { serverLimits } from '@quartermaster/contract/rules/server-limits';
import { z } from 'zod';
import { capitalized } from '../lib/capitalized.ts';
import { version } from '../version.ts';

type Node = Record<string, unknown>;

const errorSchema: Node = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['message', 'code'],
      properties: {
        message: { type: 'string' },
        code: { type: 'string', enum: Object.keys(errorStatus) },
        details: {
          type: 'object',
          properties: {
            fields: {
              type: 'object',
              maxProperties: limits.errors,
              additionalProperties: { type: 'string', maxLength: limits.message },
            },
          },
          additionalProperties: true,
        },
      },
    },
  },
};

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };

/** The JSON Schema of a contract schema; named parts go to the document's components. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', components: Node): Node {
  const { $schema: _, $defs = {}, ...root } = z.toJSONSchema(schema, { io }) as Node;
  Object.assign(components, $defs);
  return root;
}

const holdersOf = (permission: Permission): string =>
  `the role ${rolesWith(permission).join(' or ')}${permission === 'secrets' ? ', or the right to read secrets' : ''}`;

/** What the sender must be or have, in the words of `bearerWords`. */
function demandsOf({ access, confirmed, unscoped }: Endpoint): string[] {
  const words: readonly string[] = typeof access === 'string' ? [access] : access;
  return [...words, ...(confirmed ? ['confirmed'] : []), ...(unscoped ? ['unscoped'] : [])];
}

const bearerWords = `
An access token of a session, or an API token where \`${tokenPermissions.join('`, `')}\` alone are needed. The roles of a
call say what it needs, all of them:

${Object.keys(permissions)
  .map((each) => `- \`${each}\`: ${holdersOf(each as Permission)}`)
  .join('\n')}
- \`member\`: a member of the workspace, in a session
- \`session\`: a person in a session
- \`administrator\`: an administrator of the installation, in a session
- \`confirmed\`: who confirmed within ${limits.confirmedMinutes} minutes that it is them
- \`unscoped\`: who sees all records of the workspace
`.trim();

const moved = (document: Node): Node =>
  JSON.parse(JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/')) as Node;

const areaOf = ({ path }: Endpoint): string => path.split('/')[1] ?? '';

/** `GET /domains/{id}` becomes `getDomainsById`. */
function operationId({ method, path }: Endpoint): string {
  const words = path
    .replaceAll(/\{(\w+)\}/g, 'by-$1')
    .split(/[/-]/)
    .filter((word) => word !== '');
  return method.toLowerCase() + words.map(capitalized).join('');
}

const takesVersion = ({ method, versioned }: Endpoint): boolean =>
  versioned === true && (method === 'PUT' || method === 'DELETE');

function parametersOf(endpoint: Endpoint, components: Node): Node[] {
  const { params, query } = endpoint;
  const list = (schema: z.ZodType, place: 'path' | 'query') => {
    const { properties = {}, required = [] } = schemaOf(schema, 'input', components) as {
      properties?: Record<string, Node>;
      required?: string[];
    };
    return Object.entries(properties).map(([name, { description, ...rest }]) => ({
      name,
      in: place,
      required: place === 'path' || required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
    }));
  };
  const version = takesVersion(endpoint) ? [{ $ref: '#/components/parameters/IfMatch' }] : [];
  return [...list(params, 'path'), ...list(query, 'query'), ...version];
}

function answerOf(
  { data, bare, download, status, versioned, method, writesBatch }: Endpoint,
  components: Node,
): Node {
  const description = status === 201 ? 'Created' : 'OK';
  const headers = {
    ...(versioned && method !== 'DELETE' && { ETag: { $ref: '#/components/headers/ETag' } }),
    ...(writesBatch && { 'X-Batch-Id': { $ref: '#/components/headers/BatchId' } }),
  };
  if (download) {
    const text = { schema: { type: 'string' } };
    const json = { schema: schemaOf(data, 'output', components) };
    const isTable = download.type !== 'text/calendar';
    return {
      description,
      content: isTable ? { 'text/csv': text, 'application/json': json } : { [download.type]: text },
    };
  }
  const envelope = bare ? data : z.object({ data });
  return {
    description,
    ...(Object.keys(headers).length > 0 && { headers }),
    content: { 'application/json': { schema: schemaOf(envelope, 'output', components) } },
  };
}

function operationOf(endpoint: Endpoint, components: Node): Node {
  const { method, summary, access, body, accepts, isOutside, status = 200 } = endpoint;
  const parameters = parametersOf(endpoint, components);
  const takesBody =
    (method === 'POST' || method === 'PUT') && Object.keys((body as z.ZodObject).shape).length > 0;
  return {
    operationId: operationId(endpoint),
    summary,
    tags: [areaOf(endpoint)],
    ...(isOutside && { servers: [{ url: '/' }] }),
    security: access === 'public' ? [] : [{ bearer: demandsOf(endpoint) }],
    ...(parameters.length > 0 && { parameters }),
    ...(takesBody && {
      requestBody: {
        required: true,
        description: `At most ${bodyLimitOf(endpoint)} bytes`,
        content: { 'application/json': { schema: schemaOf(body, 'input', components) } },
      },
    }),
    responses: {
      [status]: answerOf(endpoint, components),
      ...(accepts && { 202: { ...answerOf(endpoint, components), description: 'A job does the rest' } }),
      ...(takesVersion(endpoint) && { 412: { $ref: '#/components/responses/PreconditionFailed' } }),
      '4XX': { $ref: '#/components/responses/Error' },
    },
  };
}

/** The OpenAPI 3.1 document of these endpoints. */
export function openApi(endpoints: readonly Endpoint[]): Node {
  const schemas: Node = {};
  const paths: Record<string, Node> = {};
  for (const endpoint of endpoints)
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(endpoint, schemas),
    };
  const tags = [...new Set(endpoints.map(areaOf))].map((name) => ({
    name,
    description: `The calls below /${name}`,
  }));
  return moved({
    openapi: '3.1.0',
    info: {
      title: 'Quartermaster',
      version,
      description:
        'An inventory of web infrastructure. Answers stand in a `data` envelope, errors in `error`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    'x-limits': { ...limits, ...serverLimits },
    tags,
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: bearerWords },
      },
      parameters: {
        IfMatch: {
          name: 'If-Match',
          in: 'header',
          required: false,
          description: 'The `ETag` of the record as it was loaded, several of them, or `*`.',
          schema: { type: 'string' },
        },
      },
      headers: {
        ETag: { description: 'The `updatedAt` of the record, in double quotes.', schema: { type: 'string' } },
        BatchId: {
          description:
            'The batch that the write made, for `/history/{batchId}`; absent if nothing was changed yet.',
          schema: { type: 'string' },
        },
      },
      responses: {
        Error: { description: 'What went wrong', content: errorContent },
        PreconditionFailed: {
          description: 'The record has changed since the version that `If-Match` names',
          content: errorContent,
        },
      },
      schemas: { ...schemas, Error: errorSchema },
    },
  });
}
