import { holdBack, releaseAll, sendAgain, setDelivery } from '../lib/webhooks/commands.ts';
import type { CustomerView, EventView } from '../lib/views.ts';
import type { PayPalContext } from '../paypal/commands.ts';
import { listEvents as listPayPalEvents, listPeople } from '../paypal/view.ts';
import { findPerson, type Person } from './people.ts';
import type { CommandContext } from '../stripe/commands.ts';
import { ApiError, refusal } from '../stripe/http/errors.ts';
import { checkKey, type Keys } from '../stripe/http/keys.ts';
import { travel, type TravelContext } from './travel.ts';
import { listCustomers, listEvents } from '../stripe/view.ts';

export interface ControlContext extends TravelContext {
  readonly keys: Keys;
  /** Tries once what is due. */
  readonly runDue: () => Promise<void>;
  readonly onFault: (error: unknown) => void;
}

export interface ControlRequest {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string | undefined;
}

export interface ControlResponse {
  readonly status: number;
  readonly body: object;
}

/** Calls below /sandbox, with the secret key: what no provider offers its customers. */
export type Control = (request: ControlRequest) => Promise<ControlResponse>;

export function createControl(at: ControlContext): Control {
  return async ({ method, url, authorization }) => {
    try {
      if (checkKey(at.keys, authorization) !== 'secret') throw refusal(401, 'This needs the secret key.');
      const [, , what = '', id = '', action = ''] = url.pathname.split('/').map(decoded);
      const body = await run(at, `${method} ${what} ${action}`.trimEnd(), id, url.searchParams);
      return { status: 200, body };
    } catch (error) {
      if (error instanceof ApiError) return { status: error.status, body: { error: error.body } };
      at.onFault(error);
      return { status: 500, body: { error: { message: 'The sandbox failed; its log says why.' } } };
    }
  };
}

async function run(at: ControlContext, call: string, id: string, query: URLSearchParams): Promise<object> {
  switch (call) {
    case 'GET customers':
      return { customers: await customers(at, query.get('customer')) };
    case 'POST customers clock':
      return travel(at, id, query.get('by') ?? '');
    case 'GET events':
      return events(at, query.get('customer'));
    case 'POST events send':
      return send(at, id);
    case 'POST events hold':
    case 'POST events release':
      return hold(at, id, call.endsWith('hold'));
    default:
      throw refusal(404, 'The sandbox has no such call.');
  }
}

/** The newest customers of each provider, or those of one person. */
async function customers(at: ControlContext, name: string | null): Promise<CustomerView[]> {
  const found = name === null ? null : await known(at, name);
  const cards =
    found !== null && found.customer === null ? [] : await listCustomers(at.stripe, found?.customer?.id);
  const payers = await payersOf(at, found);
  return [...cards, ...payers];
}

const payersOf = async ({ paypal }: ControlContext, found: Person | null): Promise<CustomerView[]> =>
  paypal === null || (found !== null && found.person === null)
    ? []
    : listPeople(paypal, found?.person ?? null);

async function known(at: ControlContext, name: string): Promise<Person> {
  const found = await findPerson(at, name);
  if (found === null) throw refusal(404, `The sandbox has no customer ${name}.`);
  return found;
}

/** The newest events of each provider, or those of one person. */
async function events(
  at: ControlContext,
  name: string | null,
): Promise<{ events: EventView[]; holds: boolean }> {
  const found = name === null ? null : await known(at, name);
  const none = { events: [], holds: false };
  const isOf = (id: string | null | undefined): boolean => found === null || typeof id === 'string';
  const stripe = isOf(found?.customer?.id) ? await listEvents(at.stripe, found?.customer?.id ?? null) : none;
  const paypal =
    at.paypal !== null && isOf(found?.person)
      ? await listPayPalEvents(at.paypal, found?.person ?? null)
      : none;
  return { events: [...stripe.events, ...paypal.events], holds: stripe.holds || paypal.holds };
}

/** The provider of an event, by the form of its id. */
const ownerOf = ({ stripe, paypal }: ControlContext, event: string): CommandContext | PayPalContext =>
  event.startsWith('WH-') && paypal !== null ? paypal : stripe;

async function send(at: ControlContext, id: string): Promise<object> {
  const deliveries = await sendAgain(ownerOf(at, id), id);
  if (deliveries === 0) throw refusal(404, `The sandbox has no event ${id} that an endpoint wants.`);
  await at.runDue();
  return { deliveries };
}

/** Holds one event back or lets it go; `all`: every new event, or everything that is held. */
async function hold(at: ControlContext, id: string, holds: boolean): Promise<object> {
  let deliveries = 0;
  if (id === 'all') {
    for (const provider of at.paypal === null ? [at.stripe] : [at.stripe, at.paypal]) {
      await setDelivery(provider, { hold: holds });
      if (!holds) deliveries += await releaseAll(provider);
    }
  } else {
    deliveries = await holdBack(ownerOf(at, id), id, holds);
    if (deliveries === 0)
      throw refusal(409, holds ? `${id} does not wait for its delivery.` : `${id} is not held back.`);
  }
  await at.runDue();
  return { deliveries };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw refusal(400, 'The sandbox cannot read this address.');
  }
}
