import * as contract from '#shared/accounts/contract.ts';
import { serve, type Bound } from '../../http/bind.ts';
import { callerOf, finishSignIn } from '../service.ts';
import { facebookLogin } from '../social/facebook-login.ts';
import { googleLogin, googleNonce } from '../social/google-login.ts';
import type { AccountSteps } from './make-account.ts';
import { signUpOndemand } from './sign-up-ondemand.ts';
import { signUp } from './sign-up.ts';

/** Calls that can make an account, with the steps of higher rooms in its transaction. */
export const signUpRoutes = (steps: AccountSteps): readonly Bound[] => [
  serve(contract.signUp, async (ctx, input, exchange) =>
    finishSignIn(ctx, exchange, await signUp(ctx, input, callerOf(ctx, exchange), steps)),
  ),
  serve(contract.signUpOndemand, async (ctx, input, exchange) =>
    finishSignIn(ctx, exchange, await signUpOndemand(ctx, input, callerOf(ctx, exchange), steps)),
  ),
  serve(contract.googleNonce, (ctx, _input, exchange) => googleNonce(ctx, exchange)),
  serve(contract.googleLogin, async (ctx, input, exchange) =>
    finishSignIn(ctx, exchange, await googleLogin(ctx, input, callerOf(ctx, exchange), exchange, steps)),
  ),
  serve(contract.facebookLogin, async (ctx, input, exchange) =>
    finishSignIn(ctx, exchange, await facebookLogin(ctx, input, callerOf(ctx, exchange), steps)),
  ),
];
