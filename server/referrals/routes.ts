import * as contract from '#shared/referrals/contract.ts';
import { serve, type Bound } from '../http/bind.ts';
import * as referrals from './service.ts';

export const routes: readonly Bound[] = [
  serve(contract.invite, (ctx, input) => referrals.invite(ctx, input)),
  serve(contract.listReferrals, (ctx, input) => referrals.listReferrals(ctx, input)),
  serve(contract.remind, (ctx, input) => referrals.remind(ctx, input)),
  serve(contract.checkCode, (ctx, input) => referrals.checkCode(ctx, input)),
];
