import { Readable } from 'node:stream';
import { ok } from '../../../shared/lib/result.ts';
import * as contract from '../../../shared/notifications/contract.ts';
import { serve, type Bound } from '../../lib/bind.ts';
import { cookieOf } from '../../lib/cookie.ts';
import { hashToken } from '../../lib/ids.ts';

/** Nothing on the way may hold events back, pack them or keep them. */
const HEADERS = { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' };

export const routes: readonly Bound[] = [
  serve(contract.events, async (ctx, _input, { request }) => {
    const login = hashToken(cookieOf(request, ctx) ?? '');
    const body =
      request.method === 'HEAD' ? Readable.from([]) : ctx.live.open({ personId: ctx.actor.id, login });
    return ok({ status: 200, headers: HEADERS, body });
  }),
];
