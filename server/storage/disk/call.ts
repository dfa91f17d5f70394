import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Layout } from './layout.ts';

/** One verified request, taken apart. */
export interface Call {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly layout: Layout;
  readonly bucket: string;
  /** Decoded; any text, only ever hashed or shown. Empty for a call to the bucket. */
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

/** Answers with an XML document. */
export function answerXml(res: ServerResponse, status: number, xml: string): void {
  res.writeHead(status, { 'content-type': 'application/xml', 'content-length': Buffer.byteLength(xml) });
  res.end(xml);
}

/** Answers without a body. */
export function answerEmpty(res: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  res.writeHead(status, { 'content-length': 0, ...headers }).end();
}
