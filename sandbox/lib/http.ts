import type { IncomingMessage } from 'node:http';

/** A hosted page's answer; null: there is no such page. */
export interface PageResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export interface PageRequest {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  /** Shown inside another page. */
  readonly framed?: boolean;
}

export type Pages = (request: PageRequest) => Promise<PageResponse | null>;

/** A call of a provider's API. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

const MOST_BYTES = 1_000_000;

/** The body; null when it is more than a megabyte. */
export async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Each header's first value. */
export const headersOf = ({ headers }: IncomingMessage): ApiRequest['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  );
