import * as avatars from '../../shared/accounts/contract-avatar.ts';
import * as accounts from '../../shared/accounts/contract.ts';
import * as contract from '../../shared/me/contract.ts';
import { callerOf, presented } from '../accounts/service.ts';
import { serve, type Bound } from '../lib/bind.ts';
import { facebookLogin } from './facebook-login.ts';
import { googleLogin } from './google-login.ts';
import { me } from './service.ts';
import { setAvatar } from './set-avatar.ts';
import { showAvatar } from './show-avatar.ts';
import { updateBillingInformation, updateMe } from './update-me.ts';
import { signUpOndemand } from './sign-up-ondemand.ts';
import { signUp } from './sign-up.ts';

export const routes: readonly Bound[] = [
  serve(contract.getMe, (ctx) => me(ctx)),
  serve(contract.updateMe, updateMe),
  serve(contract.updateBillingInformation, updateBillingInformation),
  serve(avatars.setAvatar, (ctx, _input, { request }) => setAvatar(ctx, request)),
  serve(avatars.getAvatar, showAvatar),
  serve(accounts.signUp, async (ctx, input, exchange) =>
    presented(ctx, exchange, await signUp(ctx, input, callerOf(ctx, exchange))),
  ),
  serve(accounts.signUpOndemand, async (ctx, input, exchange) =>
    presented(ctx, exchange, await signUpOndemand(ctx, input, callerOf(ctx, exchange))),
  ),
  serve(accounts.googleLogin, async (ctx, input, exchange) =>
    presented(ctx, exchange, await googleLogin(ctx, input, callerOf(ctx, exchange))),
  ),
  serve(accounts.facebookLogin, async (ctx, input, exchange) =>
    presented(ctx, exchange, await facebookLogin(ctx, input, callerOf(ctx, exchange))),
  ),
];
