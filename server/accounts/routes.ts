import * as contract from '#shared/accounts/contract.ts';
import * as loginSessions from '#shared/accounts/contract-login-sessions.ts';
import { ok } from '#shared/lib/result.ts';
import { serve, type Bound, type Exchange } from '../http/bind.ts';
import { clearCookie, cookieOf } from '../http/cookie.ts';
import type { Ctx } from '../ctx/ctx.ts';
import { requestVerificationLink } from './login/request-verification-link.ts';
import { requestPasswordReset } from './password/request-password-reset.ts';
import { requestLoginLink } from './login/request-login-link.ts';
import { changePassword } from './password/change-password.ts';
import { endLoginSession } from './login-sessions/end-login-session.ts';
import { loginByLink } from './login/login-by-link.ts';
import { redeemTicket } from './login/redeem-ticket.ts';
import { listLoginSessions } from './login-sessions/list-login-sessions.ts';
import { login } from './login/login.ts';
import { previewLogin } from './login/preview-login.ts';
import { resetPassword } from './password/reset-password.ts';
import { saveOnboarding } from './onboarding/save-onboarding.ts';
import { callerOf, finishSignIn, logout, renewLogin, setKnownBrowser } from './service.ts';

/** The caller's token; the binder has made sure there is one. */
const tokenOf = (ctx: Ctx, { request }: Exchange): string => cookieOf(request, ctx) ?? '';

export const routes: readonly Bound[] = [
  serve(contract.login, async (ctx, input, exchange) =>
    finishSignIn(ctx, exchange, await login(ctx, input, callerOf(ctx, exchange))),
  ),
  serve(contract.redeemTicket, async (ctx, input, exchange) =>
    finishSignIn(ctx, exchange, await redeemTicket(ctx, input, callerOf(ctx, exchange))),
  ),
  serve(contract.previewLogin, (ctx, input, exchange) =>
    previewLogin(ctx, input, { caller: callerOf(ctx, exchange), cookie: cookieOf(exchange.request, ctx) }),
  ),
  serve(contract.logout, async (ctx, _input, { request, reply }) => {
    const result = await logout(ctx, cookieOf(request, ctx));
    clearCookie(reply, ctx);
    return result;
  }),
  serve(contract.requestPasswordReset, (ctx, input, exchange) =>
    requestPasswordReset(ctx, input, callerOf(ctx, exchange)),
  ),
  serve(contract.resetPassword, async (ctx, input, exchange) => {
    const result = await resetPassword(ctx, input, callerOf(ctx, exchange));
    if (!result.ok) return result;
    if (result.value.browser !== null) setKnownBrowser(ctx, exchange.reply, result.value.browser);
    return ok({ ok: true as const });
  }),
  serve(contract.changePassword, async (ctx, input, exchange) => {
    const from = { caller: callerOf(ctx, exchange), token: tokenOf(ctx, exchange) };
    const result = await changePassword(ctx, input, from);
    if (!result.ok) return result;
    renewLogin(ctx, exchange, result.value.token);
    return ok({ ok: true as const });
  }),
  serve(contract.requestLoginLink, (ctx, input, exchange) =>
    requestLoginLink(ctx, input, callerOf(ctx, exchange)),
  ),
  serve(contract.requestVerificationLink, requestVerificationLink),
  serve(contract.loginByLink, async (ctx, input, exchange) =>
    finishSignIn(
      ctx,
      exchange,
      await loginByLink(ctx, input, {
        caller: callerOf(ctx, exchange),
        cookie: cookieOf(exchange.request, ctx),
      }),
    ),
  ),
  serve(loginSessions.listLoginSessions, (ctx, _input, exchange) =>
    listLoginSessions(ctx, tokenOf(ctx, exchange)),
  ),
  serve(loginSessions.endLoginSession, async (ctx, input, exchange) => {
    const result = await endLoginSession(ctx, input, tokenOf(ctx, exchange));
    if (result.ok && !result.value.login_sessions.some(({ current }) => current))
      renewLogin(ctx, exchange, null);
    return result;
  }),
  serve(contract.saveOnboarding, saveOnboarding),
];
