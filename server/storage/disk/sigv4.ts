import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { StoreError } from './errors.ts';

/** Maximum clock skew and lifetime of a link, as on S3. */
const SKEW_SECONDS = 15 * 60;
const MAX_LINK_SECONDS = 7 * 24 * 60 * 60;

/** The keys whose signatures are valid. */
export interface Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region: string;
}

interface Claim {
  readonly presigned: boolean;
  readonly date: string;
  readonly credential: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  /** SHA-256 of the body in hex, or UNSIGNED-PAYLOAD. */
  readonly payload: string;
  /** Lifetime of a link in seconds; 0 for a signed header. */
  readonly expires: number;
}

const denied = (message: string): StoreError => new StoreError(403, 'AccessDenied', message);

/**
 * Verifies AWS Signature Version 4, in the header or in the query. Returns the signed payload hash; throws 403
 * for a wrong, missing or expired signature.
 */
export function verifySignature(
  req: IncomingMessage,
  credentials: Credentials,
  now: Temporal.Instant,
): { readonly payload: string; readonly presigned: boolean } {
  const [path, query] = splitUrl(req.url ?? '/');
  const params = new URLSearchParams(query);
  const claim = params.has('X-Amz-Signature') ? queryClaim(params) : headerClaim(req);
  checkTime(claim, now);

  const [keyId, day, region, service, end] = claim.credential.split('/');
  if (keyId !== credentials.accessKeyId) throw new StoreError(403, 'InvalidAccessKeyId');
  if (region !== credentials.region || service !== 's3' || end !== 'aws4_request')
    throw denied('Wrong scope');
  if (day === undefined || !claim.date.startsWith(day)) throw denied('Wrong scope');
  if (!claim.signedHeaders.includes('host')) throw denied('The host must be signed');
  refuseUnsignedHeaders(req, claim);

  const scope = `${day}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', claim.date, scope, sha256(canonicalRequest(req, path, params, claim))];
  const signingKey = ['s3', 'aws4_request'].reduce<Buffer | string>(
    (key, part) => hmac(key, part),
    hmac(hmac(`AWS4${credentials.secretAccessKey}`, day), credentials.region),
  );
  const signature = Buffer.from(claim.signature, 'hex');
  const right = hmac(signingKey, text.join('\n'));
  if (signature.length !== right.length || !timingSafeEqual(signature, right)) {
    throw new StoreError(403, 'SignatureDoesNotMatch');
  }
  return { payload: claim.payload, presigned: claim.presigned };
}

/** A request target as path and query, both still encoded; nothing is resolved or normalized. */
export function splitUrl(url: string): readonly [path: string, query: string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}

/** Percent-decodes; 400 for what is not percent-encoded UTF-8. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new StoreError(400, 'InvalidURI');
  }
}

function queryClaim(params: URLSearchParams): Claim {
  const of = (name: string): string => params.get(name) ?? '';
  if (of('X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') throw denied('Unknown algorithm');
  const expires = Number(of('X-Amz-Expires'));
  if (!(expires > 0 && expires <= MAX_LINK_SECONDS)) throw denied('Wrong X-Amz-Expires');
  return {
    presigned: true,
    date: of('X-Amz-Date'),
    credential: of('X-Amz-Credential'),
    signedHeaders: of('X-Amz-SignedHeaders').split(';'),
    signature: of('X-Amz-Signature'),
    payload: params.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD',
    expires,
  };
}

function headerClaim(req: IncomingMessage): Claim {
  const match =
    /^AWS4-HMAC-SHA256 Credential=([^,\s]+),\s*SignedHeaders=([^,\s]+),\s*Signature=([0-9a-f]{64})$/.exec(
      req.headers.authorization ?? '',
    );
  if (!match) throw denied('A signature is needed');
  const [, credential = '', signed = '', signature = ''] = match;
  const payload = header(req, 'x-amz-content-sha256');
  if (payload === '') throw new StoreError(400, 'MissingSecurityHeader');
  return {
    presigned: false,
    date: header(req, 'x-amz-date'),
    credential,
    signedHeaders: signed.split(';'),
    signature,
    payload,
    expires: 0,
  };
}

function checkTime(claim: Claim, now: Temporal.Instant): void {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(claim.date);
  if (!match) throw denied('Wrong date');
  const [, year, month, day, hour, minute, second] = match;
  const signedAt = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(signedAt)) throw denied('Wrong date');
  const age = (now.epochMilliseconds - signedAt) / 1000;
  if (age < -SKEW_SECONDS || (!claim.presigned && age > SKEW_SECONDS)) {
    throw new StoreError(403, 'RequestTimeTooSkewed');
  }
  if (claim.presigned && age > claim.expires) throw denied('Request has expired');
}

/** An unsigned `x-amz-` header could change what a signed link does. */
function refuseUnsignedHeaders(req: IncomingMessage, claim: Claim): void {
  for (const name of Object.keys(req.headers)) {
    if (name.startsWith('x-amz-') && !claim.signedHeaders.includes(name)) {
      throw denied(`The header ${name} is not signed`);
    }
  }
}

function canonicalRequest(req: IncomingMessage, path: string, params: URLSearchParams, claim: Claim): string {
  const query = [...params]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(([a, x], [b, y]) => compare(a, b) || compare(x, y))
    .map(([name, value]) => `${name}=${value}`);
  const headers = claim.signedHeaders.map(
    (name) => `${name}:${header(req, name).trim().replaceAll(/\s+/g, ' ')}\n`,
  );
  return [
    req.method,
    decodePath(path).split('/').map(encode).join('/'),
    query.join('&'),
    headers.join(''),
    claim.signedHeaders.join(';'),
    claim.payload,
  ].join('\n');
}

function header(req: IncomingMessage, name: string): string {
  return String(req.headers[name] ?? '');
}

function encode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: Buffer | string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
