import * as z from 'zod/mini';
import { SessionType } from '../../catalogue/contract.ts';
import { EditableService, NewService } from '../../catalogue/contract-service.ts';
import { endpoint } from '../../lib/endpoint.ts';
import { Done, Id, Text } from '../../lib/wire.ts';
import { AuditEntry } from '../contract-audit.ts';
import * as calls from './calls-content.ts';
import { FormField } from './contract-content.ts';

const facts = {
  id: Id,
  /** Its name in addresses and in the API. */
  value: z.string(),
  label: z.string(),
  category: z.string(),
  session_type: SessionType,
  /** Of one slot, and how many slots in a row one unit takes. */
  unit_minutes: z.int(),
  slots: z.int(),
  credits: z.int(),
  exclusive_prices_value: z.nullable(z.int()),
  alternative_value: z.nullable(z.int()),
  alternative_value_annual: z.nullable(z.int()),
  /** How many musicians have it. */
  musicians: z.int(),
  /** Whether it can be booked newly. */
  is_offered: z.boolean(),
};
export const ListedService = z.object(facts);
export type ListedService = z.infer<typeof ListedService>;

export const listServices = endpoint({
  ...calls.listServices,
  summary: 'Every service of the catalogue: type, prices, who offers it',
  who: ['operator'],
  response: z.object({ services: z.array(ListedService) }),
});

export const getService = endpoint({
  ...calls.getService,
  summary: 'A service with the form of what can be changed, what cannot, and who offers it',
  who: ['operator'],
  params: z.object({ id: Id }),
  response: z.object({
    service: z.object({
      ...facts,
      /** Chosen by itself where the panel does not begin with the services. */
      is_default: z.boolean(),
      needs_files: z.boolean(),
      /** Minutes after the end. */
      files_delivery: z.int(),
      /** What the booking form asks, by the names of its fields. */
      asks: z.array(z.string()),
      /** Labels of the questions that only this service asks. */
      questions: z.array(z.string()),
    }),
    value: EditableService,
    form: z.array(FormField),
    /** Names the service as it is; a change names it. */
    seen: z.string(),
    /** The first 50 by name. */
    offering: z.array(z.object({ id: Id, name: z.string() })),
    audit: z.array(AuditEntry),
  }),
  problems: { not_found: { status: 404, detail: 'There is no such service.' } },
});

const not_found = { status: 404, detail: 'There is no such service.' } as const;

export const changeService = endpoint({
  ...calls.changeService,
  summary: 'Change texts, prices and the files deadline of a service, as it was seen',
  who: ['operator'],
  params: z.object({ id: Id }),
  body: z.object({ seen: Text(100), value: EditableService }),
  response: Done,
  problems: {
    not_found,
    changed: {
      status: 409,
      detail: 'Somebody else has changed this service meanwhile. Look at what differs.',
    },
  },
});

export const stopService = endpoint({
  ...calls.stopService,
  summary: 'Stop a service: nobody can book it newly, booked sessions go on',
  who: ['operator'],
  params: z.object({ id: Id }),
  response: Done,
  problems: { not_found, stopped_already: { status: 409, detail: 'This service is stopped already.' } },
});

export const offerService = endpoint({
  ...calls.offerService,
  summary: 'Offer a service that is new or was stopped',
  who: ['operator'],
  params: z.object({ id: Id }),
  response: Done,
  problems: { not_found, offered_already: { status: 409, detail: 'This service is offered already.' } },
});

const Order = z.array(Id).check(z.maxLength(1000));

export const orderServices = endpoint({
  ...calls.orderServices,
  summary: 'Put the services in another order, from the one that was seen',
  who: ['operator'],
  body: z.object({ seen: Order, order: Order }),
  response: Done,
  problems: {
    changed: {
      status: 409,
      detail: 'Somebody else has changed the services meanwhile. Look at the order once more.',
    },
    other_services: { status: 422, detail: 'The order has to have each service once.' },
  },
});

export const addService = endpoint({
  ...calls.addService,
  summary: 'Add a service, which is not offered yet',
  who: ['operator'],
  body: NewService,
  idempotent: true,
  status: 201,
  response: z.object({ id: Id }),
  problems: {
    invalid: { status: 422, detail: 'Some fields are wrong. Nothing was added.' },
    name_taken: { status: 409, detail: 'Another service has this name.' },
  },
});
