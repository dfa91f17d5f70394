import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Day, Id, Instant, Total, Zone, days, paging } from '../lib/wire.ts';

/** A slot as the picker shows it. `mine` marks my own hold; `restricted` means members first until `open_from`. */
export const Slot = z.object({
  id: Id,
  start_date: Instant,
  duration: z.int(),
  status: z.enum(['available', 'prebooked', 'booked']),
  service_category: z.string(),
  slot_type: z.enum(['fixed', 'flexible']),
  displayStatus: z.enum(['shown', 'hidden']),
  mine: z.boolean(),
  restricted: z.boolean(),
  open_from: z.nullable(Instant),
});
export type Slot = z.infer<typeof Slot>;

export const listSlots = endpoint({
  method: 'GET',
  path: '/api/v2/musicians/:id/slots',
  summary: "A musician's slots from now on",
  who: 'signed_in',
  params: z.object({ id: Id }),
  query: z.object({ days: days(60) }),
  answer: z.object({ slots: z.array(Slot), total: Total }),
  problems: { not_found: { status: 404, detail: 'We do not know this musician.' } },
});

export const availability = endpoint({
  method: 'GET',
  path: '/api/v2/availability',
  summary: 'The days on which a musician has a free slot',
  who: 'signed_in',
  query: z.object({ partner_id: Id, days: days(60) }),
  answer: z.object({ availability: z.array(z.object({ date: Day, slots: z.int() })), total: Total }),
  problems: { not_found: { status: 404, detail: 'We do not know this musician.' } },
});

export const nextSlots = endpoint({
  method: 'GET',
  path: '/api/v2/slots/get-next-slots',
  summary: "Each musician's next free slot, in the studio's order",
  who: 'signed_in',
  query: z.object(paging(100)),
  answer: z.object({ slots: z.array(z.object({ partner_id: Id, start_date: Instant })), total: Total }),
});

export const musicianCalendar = endpoint({
  method: 'GET',
  path: '/api/v2/musicians/calendar',
  summary: "The musician's own slots between two days, with who booked them",
  who: ['partner'],
  query: z.object({ timezone: Zone, from_date: Day, to_date: Day }),
  answer: z.object({
    slots: z.array(
      z.object({
        id: Id,
        start_date: Instant,
        duration: z.int(),
        status: z.enum(['available', 'prebooked', 'booked']),
        service_category: z.string(),
        slot_type: z.enum(['fixed', 'flexible']),
        displayStatus: z.enum(['shown', 'hidden']),
        session_id: z.nullable(z.int()),
        client_name: z.nullable(z.string()),
      }),
    ),
    total: Total,
  }),
  problems: {
    bad_range: { status: 422, detail: 'Choose a last day that is not before the first, at most 92 days on.' },
  },
});
