import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Layout } from './layout.ts';

/** One verified request, parsed. */
export interface Call {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly layout: Layout;
  readonly bucket: string;
  /** Decoded; any text, only hashed or shown. Empty for a call to the bucket. */
  readonly key: string;
  readonly params: URLSearchParams;
  /** The signed hash of the body, or UNSIGNED-PAYLOAD. */
  readonly payload: string;
  /** By a link, not by a signed header: whoever has it may do this one thing. */
  readonly presigned: boolean;
  readonly now: Temporal.Instant;
  /** The largest object in bytes. */
  readonly maxBytes: number;
}

/** Responds with an XML document. */
export function respondXml(res: ServerResponse, status: number, xml: string): void {
  res.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(xml) });
  res.end(xml);
}

/** Responds without a body. */
export function respondEmpty(
  res: ServerResponse,
  status: number,
  headers: Record<string, string> = {},
): void {
  res.writeHead(status, { 'content-length': 0, ...headers }).end();
}
