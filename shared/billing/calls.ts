import { post } from '../lib/call.ts';

export const joinBundle = post('/api/v2/subscriptions/join-bundle');
