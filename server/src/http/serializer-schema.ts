import type { Endpoint } from '@quartermaster/contract/api/endpoint';
import { z } from 'zod';

type Node = Record<string, unknown>;
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `anyOf: [X, null]` makes the serializer validate each value; `nullable` means the same at no cost. */
function nullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(nullable);
  if (!isNode(node)) return node;
  const entries = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, nullable(value)]));
  const { anyOf, ...rest } = entries;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return entries;
  const [first, second] = anyOf as Node[];
  return second?.type === 'null' ? { ...rest, ...first, nullable: true } : entries;
}

/**
 * The JSON Schema of an endpoint's response, from which Fastify compiles a serializer. Fields that the contract does
 * not name are not written.
 */
export function serializerSchema({ data, bare }: Endpoint): Node {
  const envelope = bare ? data : z.object({ data });
  const { $schema: _, ...schema } = z.toJSONSchema(envelope, { target: 'draft-7', io: 'output' }) as Node;
  return nullable(schema) as Node;
}
