import { queryOptions } from '@tanstack/react-query';
import {
  requestPasswordReset,
  requestLoginLink,
  redeemTicket,
  loginByLink,
  facebookLogin,
  googleLogin,
  googleNonce,
  login,
  previewLogin,
  resetPassword,
  signUp,
  signUpOndemand,
} from '#shared/accounts/calls.ts';
import { normalizeEmail, safePath } from '#shared/accounts/rules.ts';
import { call } from '../lib/api.ts';
import { browserZone } from '../lib/clock.ts';
import { useAfterLogin, useNext, type LoginResponse } from './frame/use-after-login.ts';

export interface LoginForm {
  readonly email: string;
  readonly password: string;
}

/** Signs in by password and goes on to `next`. */
export function useLogin() {
  const finishLogin = useAfterLogin();
  const next = safePath(useNext());
  return async ({ email, password }: LoginForm) => {
    const body = {
      user: { email: normalizeEmail(email), password },
      timezone: browserZone(),
      ...(next === null ? {} : { next }),
    };
    await finishLogin(await call(login, { body }), { event: 'login', method: 'email' });
  };
}

/** The ticket or mailed link in the address of /enter. */
export type OneTimeLogin = { readonly ticket: string } | { readonly link: string };

/** Whose account a ticket or link opens, without spending it. */
export const previewOneTimeLogin = async (key: OneTimeLogin) => call(previewLogin, { body: key });

/** Signs in by the ticket or link in the address of /enter. */
export function useOneTimeLogin() {
  const finishLogin = useAfterLogin();
  const next = safePath(useNext());
  return async (key: OneTimeLogin) => {
    if ('ticket' in key) {
      return finishLogin(await call(redeemTicket, { body: { ...key, ...(next === null ? {} : { next }) } }), {
        event: 'login',
        method: 'email',
      });
    }
    const body = { token: key.link, ...(next === null ? {} : { next }) };
    return finishLogin(await call(loginByLink, { body }), { event: 'login', method: 'link' });
  };
}

export interface SignUpForm extends LoginForm {
  readonly name: string;
}

/** How the account starts, from the address of /signup. */
interface SignUpOptions {
  readonly code: string | null;
  readonly waitlist: boolean;
  /** Set: the account starts on demand, with this bundle if there is one. */
  readonly ondemand: { readonly bundleId: string | null } | null;
}

/** Makes an account; returns the person, or that they are on the waiting list. */
export async function createAccount(form: SignUpForm, options: SignUpOptions): Promise<SignedUp> {
  const user = {
    email: normalizeEmail(form.email),
    name: form.name,
    password: form.password,
    timezone: browserZone(),
  };
  const body = { user, referral_code: options.code, isJoinWaitlist: options.waitlist };
  if (options.ondemand === null) return call(signUp, { body: { ...body, method: 'official' } });
  return call(signUpOndemand, { body: { ...body, bundle_id: options.ondemand.bundleId } });
}
type SignedUp = LoginResponse & { readonly waitlisted: boolean };

export type Provider = 'google' | 'facebook';

/** Nonce of Google's button; each `turn` needs a new one, because a try spends it. */
export const googleNonceQuery = (attempt: number) =>
  queryOptions({
    queryKey: ['google-nonce', attempt],
    queryFn: async ({ signal }) => (await call(googleNonce, {}, { signal })).nonce,
    staleTime: Infinity,
    gcTime: 0,
  });

/** Signs in or up with a provider's token. */
export async function socialLogin(
  provider: Provider,
  token: string,
  options: { readonly code: string | null; readonly waitlist: boolean; readonly next: string | null },
): Promise<SignedUp> {
  const body = {
    token,
    referral_code: options.code,
    extraParams: { timezone: browserZone() },
    isJoinWaitlist: options.waitlist,
    ...(options.next === null ? {} : { next: options.next }),
  };
  return call(provider === 'google' ? googleLogin : facebookLogin, { body });
}

/** Requests a reset link. */
export const sendResetLink = async (email: string) =>
  call(requestPasswordReset, { body: { email: normalizeEmail(email) } });

/** Requests a login link that leads on to `next`. */
export const sendLoginLink = async (email: string, next: string | null) =>
  call(requestLoginLink, { body: { email: normalizeEmail(email), ...(next === null ? {} : { next }) } });

/** Checks a reset link; throws `bad_token` if it does not work. */
export const checkResetToken = async (token: string, signal: AbortSignal) =>
  call(resetPassword, { body: { resetToken: token } }, { signal });

/** Chooses a new password by a reset link, which is spent. */
export const choosePassword = async (token: string, password: string) =>
  call(resetPassword, { body: { resetToken: token, password } });
