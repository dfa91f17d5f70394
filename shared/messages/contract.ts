import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { perAddress, perPerson } from '../lib/limits.ts';
import { Id, Instant, Text, paging } from '../lib/wire.ts';
import * as calls from './calls.ts';

export const Message = z.object({
  id: Id,
  thread_id: Id,
  body: z.string(),
  createdAt: Instant,
  user_id: Id,
  user: z.object({ name: z.string(), avatar: z.nullable(z.string()) }),
});
export type Message = z.infer<typeof Message>;

export const Thread = z.object({
  id: Id,
  session_id: z.int(),
  status: z.enum(['open', 'closed', 'automatically-closed']),
  messages: z.array(Message),
  total: z.int(),
  participants_info: z.array(z.object({ id: Id, name: z.string(), avatar: z.nullable(z.string()) })),
});
export type Thread = z.infer<typeof Thread>;

const threadNotFound = {
  not_found: { status: 404, detail: 'We could not find this conversation.' },
} as const;

export const listMessages = endpoint({
  ...calls.listMessages,
  summary: "A session's conversation, oldest first; page 0 holds the latest messages",
  who: ['client', 'partner', 'managed'],
  params: z.object({ threadId: Id }),
  query: z.object({ ...paging(1000) }),
  response: z.object({ thread: Thread }),
  problems: threadNotFound,
});

export const postMessage = endpoint({
  ...calls.postMessage,
  summary: 'Write into an open conversation',
  who: ['client', 'partner', 'managed'],
  rateLimit: [perAddress('messages', 300, 60), perPerson('message')],
  status: 201,
  idempotent: true,
  body: z.object({ thread_id: Id, body: Text(5000) }),
  response: z.object({ message: Message }),
  problems: {
    ...threadNotFound,
    invalid: { status: 422, detail: 'A message has 1 to 1000 characters.' },
    thread_closed: { status: 409, detail: 'This conversation is closed.' },
  },
});

export const putThread = endpoint({
  ...calls.putThread,
  summary: 'The musician closes or reopens a conversation',
  who: ['partner'],
  body: z.object({ thread_id: Id, status: z.enum(['open', 'closed']) }),
  response: z.object({ thread: Thread }),
  problems: {
    ...threadNotFound,
    automatically_closed: { status: 409, detail: 'This conversation closed automatically and stays closed.' },
  },
});
