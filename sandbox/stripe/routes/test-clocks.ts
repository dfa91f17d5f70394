import { advanceClock } from '../engine/time.ts';
import { integer, required, text } from '../http/params.ts';
import { listOf, retrieve, route, type Route } from '../http/route.ts';
import type { Kinds } from '../store/kinds.ts';

const KEPT_SECONDS = 30 * 86_400;

export const testClocks: readonly Route[] = [
  route(
    'POST',
    '/v1/test_helpers/test_clocks',
    { frozen_time: required(integer), name: text },
    async ({ work, input }) => {
      const id = work.id('test_helpers.test_clock');
      const clock: Kinds['test_helpers.test_clock'] = {
        id,
        object: 'test_helpers.test_clock',
        created: work.now,
        deletes_after: work.now + KEPT_SECONDS,
        frozen_time: input.frozen_time,
        livemode: false,
        name: input.name ?? null,
        status: 'ready',
        status_details: {},
      };
      work.add(clock, { clock: id });
      await work.emit('test_helpers.test_clock.created', clock);
      return clock;
    },
  ),
  listOf('/v1/test_helpers/test_clocks', 'test_helpers.test_clock', {}, () => [], { byTime: false }),
  retrieve('/v1/test_helpers/test_clocks/:id', 'test_helpers.test_clock'),
  route(
    'POST',
    '/v1/test_helpers/test_clocks/:id/advance',
    { frozen_time: required(integer) },
    async ({ work, input, ids: [id = ''] }) => {
      const clock = await work.get('test_helpers.test_clock', id);
      await advanceClock(work, clock, input.frozen_time);
      return clock;
    },
  ),
  route('DELETE', '/v1/test_helpers/test_clocks/:id', {}, async ({ work, ids: [id = ''] }) => {
    const clock = await work.get('test_helpers.test_clock', id);
    work.remove(clock);
    await work.emit('test_helpers.test_clock.deleted', clock);
    // With its clock go the customers and all that is theirs.
    await work.flush();
    await work.client.query(
      `update sandbox_stripe.objects set deleted = true, due = null
       where clock = $1 and kind <> 'event'
          or customer in (select id from sandbox_stripe.objects where kind = 'customer' and clock = $1) and kind <> 'event'`,
      [id],
    );
    return { id, object: 'test_helpers.test_clock', deleted: true };
  }),
];
