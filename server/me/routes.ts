import { previewDraft as previewEndpoint } from '#shared/me/contract-preview.ts';
import * as avatars from '#shared/me/contract-avatar.ts';
import * as contract from '#shared/me/contract.ts';
import { serve, type Bound } from '../http/bind.ts';
import { me } from './service.ts';
import { setAvatar } from './avatar/set-avatar.ts';
import { getAvatar } from './avatar/get-avatar.ts';
import { updateBillingInformation, updateMe } from './profile/update-me.ts';
import { previewDraft } from './preview-draft.ts';

export const routes: readonly Bound[] = [
  serve(contract.getMe, (ctx) => me(ctx)),
  serve(contract.updateMe, updateMe),
  serve(contract.updateBillingInformation, updateBillingInformation),
  serve(avatars.setAvatar, (ctx, _input, { request }) => setAvatar(ctx, request)),
  serve(avatars.getAvatar, getAvatar),
  serve(previewEndpoint, (ctx) => previewDraft(ctx)),
];
