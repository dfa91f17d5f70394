import { Readable } from 'node:stream';
import { ok } from '#shared/lib/result.ts';
import * as contract from '#shared/notifications/contract.ts';
import { serve, Takeover, type Bound } from '../../http/bind.ts';
import { cookieOf } from '../../http/cookie.ts';
import { hashToken } from '../../lib/ids.ts';

/** Proxies must not buffer, compress or cache events. */
const HEADERS = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' };

export const routes: readonly Bound[] = [
  serve(contract.events, async (ctx, _input, { request }) => {
    const login = hashToken(cookieOf(request, ctx) ?? '');
    const { id: personId, role } = ctx.actor;
    // As browsers ask for it, who then ask only once what the stream's opening would make them ask again.
    const recalls = request.headers.accept === contract.events.stream;
    const reader = { personId, login, books: role === 'client', recalls };
    const body =
      request.method === 'HEAD'
        ? Readable.from([])
        : new Takeover((response) => ctx.live.open(reader, response));
    return ok({ status: 200, headers: HEADERS, body });
  }),
];
