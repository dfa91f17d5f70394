import * as contract from '#shared/accounts/contract-passkeys.ts';
import { serve, type Bound, type Exchange } from '../../http/bind.ts';
import { secondFactorCookie } from '../../http/cookie.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { callerOf, finishSignIn } from '../service.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  removePasskey,
  renamePasskey,
} from './change-passkeys.ts';
import { beginDuePasskey, passByPasskey, setUpPasskey } from './due-passkey.ts';

const from = (ctx: Ctx, exchange: Exchange) => ({
  caller: callerOf(ctx, exchange),
  token: secondFactorCookie.of(exchange.request, ctx),
});

export const passkeyRoutes: readonly Bound[] = [
  serve(contract.beginDuePasskey, (ctx, _input, { request }) =>
    beginDuePasskey(ctx, secondFactorCookie.of(request, ctx)),
  ),
  serve(contract.passByPasskey, async (ctx, input, exchange) => {
    const result = await passByPasskey(ctx, input, from(ctx, exchange));
    if (result.ok) secondFactorCookie.clear(exchange.reply, ctx);
    return finishSignIn(ctx, exchange, result);
  }),
  serve(contract.setUpPasskey, async (ctx, input, exchange) => {
    const result = await setUpPasskey(ctx, input, from(ctx, exchange));
    if (result.ok) secondFactorCookie.clear(exchange.reply, ctx);
    return finishSignIn(ctx, exchange, result);
  }),
  serve(contract.beginPasskeyProof, beginPasskeyProof),
  serve(contract.beginPasskey, beginPasskey),
  serve(contract.addPasskey, addPasskey),
  serve(contract.renamePasskey, renamePasskey),
  serve(contract.removePasskey, removePasskey),
];
