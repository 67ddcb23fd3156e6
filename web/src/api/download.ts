import type { Route } from '@quartermaster/contract/api/route';
import { networkError, readError } from './error.ts';
import { type In, type Query, send } from './request.ts';

export interface Download {
  blob: Blob;
  name: string;
}

export interface DownloadInput<C extends Route> {
  params?: In<C, 'params'>;
  query?: Query<In<C, 'query'>> | undefined;
  /** Is told how many bytes have arrived. */
  onBytes?: (bytes: number) => void;
}

/** The same response; `onBytes` is told how many bytes of it have arrived. */
function counted(response: Response, onBytes: (bytes: number) => void): Response {
  let bytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      bytes += chunk.length;
      onBytes(bytes);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(counter) ?? null, response);
}

/** Downloads a file under the name that the server gives it. */
export async function download<C extends Route>(
  route: C,
  { params, query, onBytes = () => undefined }: DownloadInput<C> = {},
): Promise<Download> {
  const { response, json } = await send(route, { params, query });
  if (!response.ok) throw readError(response.status, json);
  const given = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1];
  try {
    return {
      blob: await counted(response, onBytes).blob(),
      name: given ?? route.download?.name ?? 'download',
    };
  } catch {
    throw networkError();
  }
}
