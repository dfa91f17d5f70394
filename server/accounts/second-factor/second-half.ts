import type { ResponseOf } from '#shared/lib/endpoint.ts';
import type { passSecondFactor } from '#shared/accounts/contract-second-factor.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Exchange } from '../../http/bind.ts';
import { secondFactorCookie } from '../../http/cookie.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { callerOf, finishSignIn } from '../service.ts';
import type { Passed, SecondHalf } from './pass-login.ts';

/** Runs a verb that ends the second half of a login, and sets its cookies. */
export async function endSecondHalf<R extends string>(
  ctx: Ctx,
  exchange: Exchange,
  pass: (from: SecondHalf) => Promise<Result<Passed, R>>,
): Promise<Result<ResponseOf<typeof passSecondFactor>, R>> {
  const token = secondFactorCookie.of(exchange.request, ctx);
  const result = await pass({ caller: callerOf(ctx, exchange), token });
  if (result.ok) secondFactorCookie.clear(exchange.reply, ctx);
  return finishSignIn(ctx, exchange, result);
}
