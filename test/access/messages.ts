import * as messages from '#shared/messages/contract.ts';
import { byThread, type AccessRow } from './row.ts';

export const MESSAGES: readonly AccessRow[] = [
  byThread(messages.listMessages, 'threadId', (threadId) => ({ params: { threadId } }), 'client'),
  byThread(
    messages.postMessage,
    'thread_id',
    (thread_id) => ({ body: { thread_id, body: 'Hello' } }),
    'client',
  ),
  byThread(
    messages.putThread,
    'thread_id',
    (thread_id) => ({ body: { thread_id, status: 'closed' as const } }),
    'partner',
  ),
];
