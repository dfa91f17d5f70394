import {
  askReset,
  askSignInLink,
  enter,
  enterByLink,
  facebookLogin,
  googleLogin,
  login,
  lookAtEntry,
  resetPassword,
  signUp,
  signUpOndemand,
} from '../../shared/accounts/contract.ts';
import { normalEmail, safeNext } from '../../shared/accounts/rules.ts';
import { call } from '../app/api.ts';
import { useArrival, useNext, type Arrived } from './components/use-arrival.ts';

export interface LoginForm {
  readonly email: string;
  readonly password: string;
}

/** Signs in by password, and goes on to where the person wanted to go. */
export function useLogin() {
  const arrive = useArrival();
  const next = safeNext(useNext());
  return async ({ email, password }: LoginForm) => {
    const body = {
      user: { email: normalEmail(email), password },
      ...(next === null ? {} : { next }),
    };
    await arrive(await call(login, { body }), { event: 'login', method: 'email' });
  };
}

/** What the address of /enter carries: another front's ticket, or the link of a mail. */
export type EntryKey = { readonly ticket: string } | { readonly link: string };

/** Whose account it opens, and whether it was made for this browser; it is not spent. */
export const lookAt = async (key: EntryKey) => call(lookAtEntry, { body: key });

/** Signs in by what the address of /enter carries. */
export function useEnter() {
  const arrive = useArrival();
  const next = safeNext(useNext());
  return async (key: EntryKey) => {
    if ('ticket' in key) {
      return arrive(await call(enter, { body: key }), { event: 'login', method: 'email' });
    }
    const body = { token: key.link, ...(next === null ? {} : { next }) };
    return arrive(await call(enterByLink, { body }), { event: 'login', method: 'link' });
  };
}

export interface SignUpForm extends LoginForm {
  readonly name: string;
}

/** What the address of /signup asks for beside a name. */
interface SignUpWay {
  readonly code: string | null;
  readonly waitlist: boolean;
  /** Set: the account starts on demand, with this bundle unless it is null. */
  readonly ondemand: { readonly bundleId: string | null } | null;
}

/** Makes an account. The answer says who came in, or that they wait for a place. */
export async function makeAccount(form: SignUpForm, way: SignUpWay): Promise<SignedUp> {
  const user = {
    email: normalEmail(form.email),
    name: form.name,
    password: form.password,
    timezone: browserZone(),
  };
  const asked = { user, referral_code: way.code, isJoinWaitlist: way.waitlist };
  if (way.ondemand === null) return call(signUp, { body: { ...asked, method: 'official' } });
  return call(signUpOndemand, { body: { ...asked, bundle_id: way.ondemand.bundleId } });
}
type SignedUp = Arrived & { readonly waitlisted: boolean };

export type Provider = 'google' | 'facebook';

/** Signs in, or up, by what a provider gave this browser. */
export async function enterBySocial(
  provider: Provider,
  token: string,
  way: { readonly code: string | null; readonly waitlist: boolean; readonly next: string | null },
): Promise<SignedUp> {
  const body = {
    token,
    referral_code: way.code,
    extraParams: { timezone: browserZone() },
    isJoinWaitlist: way.waitlist,
    ...(way.next === null ? {} : { next: way.next }),
  };
  return call(provider === 'google' ? googleLogin : facebookLogin, { body });
}

/** Asks for a link to choose a new password. */
export const requestReset = async (email: string) => call(askReset, { body: { email: normalEmail(email) } });

/** Asks for a link that signs in, and then leads to `next`. */
export const requestSignInLink = async (email: string, next: string | null) =>
  call(askSignInLink, { body: { email: normalEmail(email), ...(next === null ? {} : { next }) } });

/** Whether a reset link still works; throws `bad_token` when it does not. */
export const checkResetToken = async (token: string, signal: AbortSignal) =>
  call(resetPassword, { body: { resetToken: token } }, { signal });

/** Chooses a new password by a reset link, which is then spent. */
export const choosePassword = async (token: string, password: string) =>
  call(resetPassword, { body: { resetToken: token, password } });

/** The browser's own time zone; the server takes an unknown one as UTC. */
function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
