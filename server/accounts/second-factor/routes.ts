import * as contract from '#shared/accounts/contract-second-factor.ts';
import { serve, type Bound } from '../../http/bind.ts';
import { clearCookie, secondFactorCookie } from '../../http/cookie.ts';
import { callerOf, finishSignIn } from '../service.ts';
import { getSecondFactor, makeRecoveryCodes, removeSecondFactor } from './change-second-factor.ts';
import { getDueSecondFactor } from './due-second-factor.ts';
import { passSecondFactor } from './pass-second-factor.ts';

export const secondFactorRoutes: readonly Bound[] = [
  serve(contract.getDueSecondFactor, (ctx, _input, { request }) =>
    getDueSecondFactor(ctx, secondFactorCookie.of(request, ctx)),
  ),
  serve(contract.passSecondFactor, async (ctx, input, exchange) => {
    const from = { caller: callerOf(ctx, exchange), token: secondFactorCookie.of(exchange.request, ctx) };
    const result = await passSecondFactor(ctx, input, from);
    if (result.ok) secondFactorCookie.clear(exchange.reply, ctx);
    return finishSignIn(ctx, exchange, result);
  }),
  serve(contract.getSecondFactor, (ctx) => getSecondFactor(ctx)),
  serve(contract.makeRecoveryCodes, makeRecoveryCodes),
  serve(contract.removeSecondFactor, async (ctx, input, { reply }) => {
    const result = await removeSecondFactor(ctx, input);
    if (result.ok) clearCookie(reply, ctx);
    return result;
  }),
];
