import type { Settings } from '#server/lib/settings.ts';
import type { ScanRequest } from './requests.ts';

const encode = (value: unknown): string => encodeURIComponent(String(value));

/** A request as text, as scanners read it. */
export function rawRequest(
  { endpoint, as }: Pick<ScanRequest, 'endpoint' | 'as'>,
  { params = {}, query = {}, body }: ScanRequest['args'],
  origins: Settings['origins'],
): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encode(params[name]));
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encode(value)}`)
    .join('&');
  const origin = origins[as?.front ?? 'studio'].canonical;
  const lines = [
    `${endpoint.method} ${path}${search === '' ? '' : `?${search}`} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    `Origin: ${origin}`,
    ...(as === null ? [] : [`Cookie: ${as.cookie}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json']),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body === undefined ? '' : JSON.stringify(body)}`;
}
