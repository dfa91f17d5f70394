import { API_VERSION } from '../store/events.ts';
import { invalid } from '../http/errors.ts';
import { clearable, flag, list, mergeMetadata, metadata, oneOf, required, text } from '../http/params.ts';
import { listOf, retrieve, route, type Route } from '../http/route.ts';
import { randomText } from '../../lib/ids.ts';
import type { Kinds } from '../store/kinds.ts';
import { given } from './charges.ts';

export const events: readonly Route[] = [
  listOf('/v1/events', 'event', { type: text, types: list(text) }, ({ input }) => [
    ...(input.type?.endsWith('.*')
      ? [{ sql: `data ->> 'type' like $`, values: [input.type.replace(/\*$/, '%')] }]
      : given({ type: input.type })),
    ...(input.types === undefined ? [] : [{ sql: `data ->> 'type' = any($)`, values: [input.types] }]),
  ]),
  retrieve('/v1/events/:id', 'event'),
];

function requireUrl(url: string): string {
  if (URL.canParse(url) && /^https?:/.test(url)) return url;
  throw invalid('Invalid URL: An explicit scheme (such as https) must be provided.', 'url', 'url_invalid');
}

export const webhookEndpoints: readonly Route[] = [
  route(
    'POST',
    '/v1/webhook_endpoints',
    {
      url: required(text),
      enabled_events: required(list(text)),
      api_version: oneOf(API_VERSION),
      description: clearable(text),
      metadata,
    },
    async ({ work, input }) => {
      const secret = `whsec_${randomText(32)}`;
      const endpoint: Kinds['webhook_endpoint'] = {
        id: work.id('webhook_endpoint'),
        object: 'webhook_endpoint',
        api_version: input.api_version ?? null,
        application: null,
        created: work.now,
        description: input.description ?? null,
        enabled_events: [...input.enabled_events],
        livemode: false,
        metadata: mergeMetadata({}, input.metadata),
        status: 'enabled',
        url: requireUrl(input.url),
      };
      work.add(endpoint, { secret });
      return { ...endpoint, secret };
    },
  ),
  listOf('/v1/webhook_endpoints', 'webhook_endpoint', {}, () => [], { byTime: false }),
  retrieve('/v1/webhook_endpoints/:id', 'webhook_endpoint'),
  route(
    'POST',
    '/v1/webhook_endpoints/:id',
    { url: text, enabled_events: list(text), description: clearable(text), disabled: flag, metadata },
    async ({ work, input, ids: [id = ''] }) => {
      const endpoint = await work.get('webhook_endpoint', id);
      if (input.url !== undefined) endpoint.url = requireUrl(input.url);
      if (input.enabled_events !== undefined) endpoint.enabled_events = [...input.enabled_events];
      if (input.description !== undefined) endpoint.description = input.description;
      if (input.disabled !== undefined) endpoint.status = input.disabled ? 'disabled' : 'enabled';
      endpoint.metadata = mergeMetadata(endpoint.metadata, input.metadata);
      return endpoint;
    },
  ),
  route('DELETE', '/v1/webhook_endpoints/:id', {}, async ({ work, ids: [id = ''] }) => {
    work.remove(await work.get('webhook_endpoint', id));
    return { id, object: 'webhook_endpoint', deleted: true };
  }),
];
