import * as contract from '../../shared/accounts/contract.ts';
import { ok } from '../../shared/lib/result.ts';
import { serve, type Bound, type Exchange } from '../lib/bind.ts';
import { clearCookie, cookieOf } from '../lib/cookie.ts';
import type { Ctx } from '../lib/ctx.ts';
import { askReset } from './ask-reset.ts';
import { askSignInLink } from './ask-sign-in-link.ts';
import { changePassword } from './change-password.ts';
import { endLoginSession } from './end-login-session.ts';
import { enterByLink } from './enter-by-link.ts';
import { enter } from './enter.ts';
import { listLoginSessions } from './list-login-sessions.ts';
import { login } from './login.ts';
import { lookAtEntry } from './look-at-entry.ts';
import { resetPassword } from './reset-password.ts';
import { saveOnboarding } from './save-onboarding.ts';
import { callerOf, presented, logout, renew } from './service.ts';

/** The token of whoever is signed in; the binder has seen that it is there. */
const tokenOf = (ctx: Ctx, { request }: Exchange): string => cookieOf(request, ctx) ?? '';

export const routes: readonly Bound[] = [
  serve(contract.login, async (ctx, input, exchange) =>
    presented(ctx, exchange, await login(ctx, input, callerOf(ctx, exchange))),
  ),
  serve(contract.enter, async (ctx, input, exchange) =>
    presented(ctx, exchange, await enter(ctx, input, callerOf(ctx, exchange))),
  ),
  serve(contract.lookAtEntry, (ctx, input, exchange) =>
    lookAtEntry(ctx, input, { caller: callerOf(ctx, exchange), cookie: cookieOf(exchange.request, ctx) }),
  ),
  serve(contract.logout, async (ctx, _input, { request, reply }) => {
    const result = await logout(ctx, cookieOf(request, ctx));
    clearCookie(reply, ctx);
    return result;
  }),
  serve(contract.askReset, (ctx, input, exchange) => askReset(ctx, input, callerOf(ctx, exchange))),
  serve(contract.resetPassword, (ctx, input, exchange) => resetPassword(ctx, input, callerOf(ctx, exchange))),
  serve(contract.changePassword, async (ctx, input, exchange) => {
    const from = { caller: callerOf(ctx, exchange), token: tokenOf(ctx, exchange) };
    const result = await changePassword(ctx, input, from);
    if (!result.ok) return result;
    renew(ctx, exchange, result.value.token);
    return ok({ ok: true as const });
  }),
  serve(contract.askSignInLink, (ctx, input, exchange) => askSignInLink(ctx, input, callerOf(ctx, exchange))),
  serve(contract.enterByLink, async (ctx, input, exchange) =>
    presented(
      ctx,
      exchange,
      await enterByLink(ctx, input, {
        caller: callerOf(ctx, exchange),
        cookie: cookieOf(exchange.request, ctx),
      }),
    ),
  ),
  serve(contract.listLoginSessions, (ctx, _input, exchange) =>
    listLoginSessions(ctx, tokenOf(ctx, exchange)),
  ),
  serve(contract.endLoginSession, async (ctx, input, exchange) => {
    const result = await endLoginSession(ctx, input, tokenOf(ctx, exchange));
    if (result.ok && !result.value.login_sessions.some(({ current }) => current)) renew(ctx, exchange, null);
    return result;
  }),
  serve(contract.saveOnboarding, saveOnboarding),
];
