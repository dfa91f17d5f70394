import * as contract from '../../shared/accounts/contract.ts';
import { ok } from '../../shared/lib/result.ts';
import { serve, type Bound, type Exchange } from '../lib/bind.ts';
import { clearCookie, cookieOf, setCookie } from '../lib/cookie.ts';
import type { Ctx } from '../lib/ctx.ts';
import { saveOnboarding } from './save-onboarding.ts';
import * as accounts from './service.ts';

/** Puts a new login session's token in the cookie; the one that the browser had before ends. */
async function started(ctx: Ctx, { request, reply }: Exchange, token: string | null): Promise<void> {
  if (token === null) return;
  await accounts.logout(ctx, cookieOf(request, ctx));
  setCookie(reply, ctx, token, accounts.LOGIN_DAYS * 86_400);
}

export const routes: readonly Bound[] = [
  serve(contract.login, async (ctx, input, exchange) => {
    const result = await accounts.login(ctx, input, exchange.request.ip);
    if (!result.ok) return result;
    await started(ctx, exchange, result.value.token);
    return ok(result.value.answer);
  }),
  serve(contract.enter, async (ctx, input, exchange) => {
    const result = await accounts.enter(ctx, input, exchange.request.ip);
    if (!result.ok) return result;
    await started(ctx, exchange, result.value.token);
    return ok(result.value.answer);
  }),
  serve(contract.logout, async (ctx, _input, { request, reply }) => {
    const result = await accounts.logout(ctx, cookieOf(request, ctx));
    clearCookie(reply, ctx);
    return result;
  }),
  serve(contract.saveOnboarding, saveOnboarding),
];
