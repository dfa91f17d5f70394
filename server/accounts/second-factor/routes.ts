import * as app from '#shared/accounts/contract-app.ts';
import * as contract from '#shared/accounts/contract-second-factor.ts';
import { serve, type Bound } from '../../http/bind.ts';
import { clearCookie, secondFactorCookie } from '../../http/cookie.ts';
import { addApp, beginApp, removeApp } from './change-app.ts';
import { getSecondFactor, makeRecoveryCodes, removeSecondFactor } from './change-second-factor.ts';
import { getDueSecondFactor } from './due-second-factor.ts';
import { passSecondFactor } from './pass-second-factor.ts';
import { endSecondHalf } from './second-half.ts';

export const secondFactorRoutes: readonly Bound[] = [
  serve(contract.getDueSecondFactor, (ctx, _input, { request }) =>
    getDueSecondFactor(ctx, secondFactorCookie.of(request, ctx)),
  ),
  serve(contract.passSecondFactor, (ctx, input, exchange) =>
    endSecondHalf(ctx, exchange, (from) => passSecondFactor(ctx, input, from)),
  ),
  serve(contract.getSecondFactor, (ctx) => getSecondFactor(ctx)),
  serve(contract.makeRecoveryCodes, makeRecoveryCodes),
  serve(contract.removeSecondFactor, async (ctx, input, { reply }) => {
    const result = await removeSecondFactor(ctx, input);
    if (result.ok) clearCookie(reply, ctx);
    return result;
  }),
  serve(app.beginApp, beginApp),
  serve(app.addApp, addApp),
  serve(app.removeApp, removeApp),
];
