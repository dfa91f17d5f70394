import { get, post, put } from '../lib/call.ts';

export const getMe = get('/api/users/me');
export const updateMe = put('/api/users/me');
export const updateBillingInformation = put('/api/v2/users/billing-information');
export const setAvatar = post('/api/users/avatar');
export const getAvatar = get('/api/users/avatars/:file');
export const previewDraft = get('/api/v2/musicians/draft/preview');
