import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Text } from '../lib/wire.ts';
import * as calls from './calls.ts';

export const getPicture = endpoint({
  ...calls.getPicture,
  summary: 'A picture that the operator added',
  who: 'anyone',
  cache: 'revalidate',
  params: z.object({ file: Text(64) }),
  response: z.never(),
  stream: 'image/webp',
  problems: { not_found: { status: 404, detail: 'There is no such picture.' } },
});
