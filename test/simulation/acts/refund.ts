import * as payments from '#shared/operator/person/contract-payments.ts';
import { pick } from '../../storm/random.ts';
import { ask } from '../ask.ts';
import type { SimulatedPerson } from '../person.ts';
import { passFor } from '../time.ts';
import type { World } from '../world.ts';

/** A refund of the last payment of one of some people, as it is planned, to be made; else why there is none. */
export async function planRefund(world: World, person: SimulatedPerson, people: readonly SimulatedPerson[]) {
  if (people.length === 0) return 'nobody';
  const client = pick(person.random, people);
  if (!world.faults.areOn) await passFor(world, client);
  const listed = await ask(world, payments.listPersonPayments, { params: { id: client.id } }, person);
  const [payment] = listed.body.payments ?? [];
  if (payment === undefined) return 'nothing paid';
  const params = { id: payment.id };
  const planned = await ask(world, payments.planRefund, { params, query: {} }, person);
  if (planned.status !== 200) return planned.problem.code;
  const { cents, left_cents } = planned.body;
  return { params, body: { cents, left_cents } };
}
