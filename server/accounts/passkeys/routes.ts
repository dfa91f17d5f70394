import * as contract from '#shared/accounts/contract-passkeys.ts';
import { serve, type Bound } from '../../http/bind.ts';
import { secondFactorCookie } from '../../http/cookie.ts';
import { endSecondHalf } from '../second-factor/second-half.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  removePasskey,
  renamePasskey,
} from './change-passkeys.ts';
import { beginDuePasskey, passByPasskey, setUpPasskey } from './due-passkey.ts';

export const passkeyRoutes: readonly Bound[] = [
  serve(contract.beginDuePasskey, (ctx, _input, { request }) =>
    beginDuePasskey(ctx, secondFactorCookie.of(request, ctx)),
  ),
  serve(contract.passByPasskey, (ctx, input, exchange) =>
    endSecondHalf(ctx, exchange, (from) => passByPasskey(ctx, input, from)),
  ),
  serve(contract.setUpPasskey, (ctx, input, exchange) =>
    endSecondHalf(ctx, exchange, (from) => setUpPasskey(ctx, input, from)),
  ),
  serve(contract.beginPasskeyProof, beginPasskeyProof),
  serve(contract.beginPasskey, beginPasskey),
  serve(contract.addPasskey, addPasskey),
  serve(contract.renamePasskey, renamePasskey),
  serve(contract.removePasskey, removePasskey),
];
