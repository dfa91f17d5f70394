import { get, post } from '../lib/call.ts';

export const unsubscribe = post('/api/v2/notifications/unsubscribe');
export const openUnsubscribe = get('/api/v2/notifications/unsubscribe');
export const events = get('/api/v2/events');
