import type { Endpoint } from '@quartermaster/contract/api/endpoint';
import { z } from 'zod';

type Node = Record<string, unknown>;

/** A part of a body, and a function that builds a body with a value in its place. */
export interface Place {
  path: string;
  /** 'open' is a value without rules of its own: the rows of an import, which are checked one by one. */
  kind: 'list' | 'map' | 'text' | 'open' | 'other';
  /** The maximum of elements, keys or characters; undefined if the schema has none. */
  max: number | undefined;
  bodyWith: (value: unknown) => unknown;
}

function kindOf(node: Node): Place['kind'] {
  if (node['type'] === 'array') return 'list';
  // Either any key is a key of the map, or an unknown one is an error: all keys are read.
  if (node['type'] === 'object') return 'additionalProperties' in node ? 'map' : 'other';
  const isText = node['type'] === 'string' && !('enum' in node || 'const' in node || 'pattern' in node);
  if (isText) return 'text';
  return Object.keys(node).every((key) => key === 'description') ? 'open' : 'other';
}

const constants = (properties: Record<string, Node>): Node =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, { const: only }]) =>
      only === undefined ? [] : [[name, only]],
    ),
  );

function* placesIn(node: Node, path: string, bodyWith: Place['bodyWith']): Generator<Place> {
  for (const option of [node['anyOf'], node['oneOf']].flat())
    if (option) yield* placesIn(option as Node, path, bodyWith);
  if (node['anyOf'] || node['oneOf']) return;
  const max = (node['maxItems'] ?? node['maxProperties'] ?? node['maxLength']) as number | undefined;
  yield { path, kind: kindOf(node), max, bodyWith };
  const below = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`);
  const properties = (node['properties'] ?? {}) as Record<string, Node>;
  for (const [name, child] of Object.entries(properties))
    yield* placesIn(child, below(name), (value) => bodyWith({ ...constants(properties), [name]: value }));
  if (typeof node['items'] === 'object')
    yield* placesIn(node['items'] as Node, below(0), (value) => bodyWith([value]));
  if (typeof node['additionalProperties'] === 'object')
    yield* placesIn(node['additionalProperties'] as Node, below('key'), (value) => bodyWith({ key: value }));
}

/** Inlines named schemas. */
function inlined(node: unknown, names: Record<string, Node>): unknown {
  if (Array.isArray(node)) return node.map((each) => inlined(each, names));
  if (typeof node !== 'object' || node === null) return node;
  const { $ref, ...rest } = node as Node;
  if (typeof $ref === 'string') return inlined(names[$ref.replace('#/$defs/', '')], names);
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inlined(value, names)]));
}

/** Every part of an endpoint's body, from its schema. */
export function placesOf({ body }: Endpoint): Place[] {
  const { $defs = {}, ...schema } = z.toJSONSchema(body, { io: 'input' }) as Node;
  return [...placesIn(inlined(schema, $defs as Record<string, Node>) as Node, '', (value) => value)];
}

/** A list, map or text of this size. */
export function ofSize(kind: Place['kind'], size: number): unknown {
  if (kind === 'text') return 'x'.repeat(size);
  const items = Array.from({ length: size }, (_, at) => [`key${at}`, 'x'] as const);
  return kind === 'list' ? items.map(([, value]) => value) : Object.fromEntries(items);
}
