import { get, post, put } from '../lib/call.ts';

export const listMessages = get('/api/v2/threads/:threadId/messages');
export const postMessage = post('/api/v2/messages');
export const putThread = put('/api/v2/threads');
