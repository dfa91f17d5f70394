import * as accounts from '../../shared/accounts/contract.ts';
import * as contract from '../../shared/me/contract.ts';
import { serve, type Bound } from '../lib/bind.ts';
import { me } from './service.ts';
import { setAvatar } from './set-avatar.ts';
import { showAvatar } from './show-avatar.ts';
import { updateBillingInformation, updateMe } from './update-me.ts';

export const routes: readonly Bound[] = [
  serve(contract.getMe, (ctx) => me(ctx)),
  serve(contract.updateMe, updateMe),
  serve(contract.updateBillingInformation, updateBillingInformation),
  serve(accounts.setAvatar, (ctx, _input, { request }) => setAvatar(ctx, request)),
  serve(accounts.getAvatar, showAvatar),
];
