import { get, post } from '../lib/call.ts';

export const invite = post('/api/v2/referral');
export const listReferrals = get('/api/v2/referral');
export const remind = post('/api/v2/referral/snooze');
export const checkCode = post('/api/v2/referral/check_code');
