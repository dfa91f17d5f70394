import * as messages from '#shared/messages/contract.ts';
import { threadRow, type AccessRow } from './row.ts';

export const MESSAGES: readonly AccessRow[] = [
  threadRow(messages.listMessages, 'threadId', (threadId) => ({ params: { threadId } }), 'client'),
  threadRow(
    messages.postMessage,
    'thread_id',
    (thread_id) => ({ body: { thread_id, body: 'Hello' } }),
    'client',
  ),
  threadRow(
    messages.putThread,
    'thread_id',
    (thread_id) => ({ body: { thread_id, status: 'closed' as const } }),
    'partner',
  ),
];
