import { get, post } from '../../lib/call.ts';

export const listRewards = get('/api/v2/operator/rewards');
export const approveReward = post('/api/v2/operator/rewards/:id/approve');
export const rejectReward = post('/api/v2/operator/rewards/:id/reject');
