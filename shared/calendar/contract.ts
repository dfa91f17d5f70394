import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Day, Id, Instant, Total, days, paging } from '../lib/wire.ts';
import * as calls from './calls.ts';

export const availability = endpoint({
  ...calls.availability,
  summary: 'The days on which a musician has a free slot',
  who: ['client'],
  query: z.object({ partner_id: Id, days: days(60) }),
  response: z.object({ availability: z.array(z.object({ date: Day, slots: z.int() })), total: Total }),
  problems: { not_found: { status: 404, detail: 'We do not know this musician.' } },
});

export const nextSlots = endpoint({
  ...calls.nextSlots,
  summary: "Each musician's next free slot, in the studio's order or the soonest first",
  who: ['client'],
  query: z.object({ sort: z._default(z.enum(['studio', 'soonest']), 'studio'), ...paging(100) }),
  response: z.object({
    slots: z.array(z.object({ partner_id: Id, slug: z.string(), name: z.string(), start_date: Instant })),
    total: Total,
  }),
});
