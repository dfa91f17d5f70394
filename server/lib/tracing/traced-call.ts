import { traced } from './span.ts';

/** A call to another system over HTTP. */
interface OutsideCall {
  readonly method: string;
  readonly host: string;
  /** Below the host; ids in it and its query are left out. */
  readonly path: string;
}

/** Words of an API's paths; all else may be an id. */
const IS_WORD = /^(\.?[a-z]{1,20}\d?([_-][a-z]{1,20}){0,3}|v\d+(\.\d+)?|)$/;

/** A path with `{id}` for all that may name somebody or something. */
export function pathTemplate(path: string): string {
  const [own = ''] = path.split('?');
  return own
    .split('/')
    .map((part) => (IS_WORD.test(part) ? part : '{id}'))
    .join('/');
}

/** Makes a call in a span of the active trace. It carries no traceparent: whom it calls is not ours. */
export function tracedCall<T>(
  { method, host, path }: OutsideCall,
  send: () => Promise<T>,
  statusOf: (answer: T) => number,
): Promise<T> {
  const template = pathTemplate(path);
  const attributes = { 'http.request.method': method, 'server.address': host, 'url.template': template };
  return traced({ name: `${method} ${template}`, kind: 'client', attributes }, async (span) => {
    const answer = await send();
    const status = statusOf(answer);
    span?.set({ 'http.response.status_code': status });
    if (status >= 400) span?.end(String(status));
    return answer;
  });
}

/** `fetch` in a span. */
export function tracedFetch(url: string, request: RequestInit): Promise<Response> {
  const { hostname: host, pathname: path } = new URL(url);
  return tracedCall(
    { method: request.method ?? 'GET', host, path },
    () => fetch(url, request),
    ({ status }) => status,
  );
}
