import * as contract from '../../shared/referrals/contract.ts';
import { serve, type Bound } from '../lib/bind.ts';
import * as referrals from './service.ts';

export const routes: readonly Bound[] = [
  serve(contract.invite, (ctx, input, { request }) => referrals.invite(ctx, input, request.ip)),
  serve(contract.listReferrals, (ctx, input) => referrals.listReferrals(ctx, input)),
  serve(contract.remind, (ctx, input, { request }) => referrals.remind(ctx, input, request.ip)),
  serve(contract.checkCode, (ctx, input, { request }) => referrals.checkCode(ctx, input, request.ip)),
];
