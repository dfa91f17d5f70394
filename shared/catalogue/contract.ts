import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Text, Total } from '../lib/wire.ts';

export const Instrument = z.object({ id: Id, slug: z.string(), label: z.string(), musicians: z.int() });
export type Instrument = z.infer<typeof Instrument>;

/** What clients gave a musician: the mean of all stars, one decimal; null while nobody has rated. */
export const Average = z.nullable(z.object({ average: z.number(), count: z.int() }));
export type Average = z.infer<typeof Average>;

export const SessionType = z.enum(['offline', 'live', 'all']);

/** Which fields of the booking form a service asks for, and a warning shown before it (part 2 section 3). */
export const FormFlags = z.object({
  warning: z.boolean(),
  warning_message: z.nullable(z.string()),
  deliverables: z.boolean(),
  track_genre: z.boolean(),
  reference_track: z.boolean(),
  meter: z.boolean(),
  bpm: z.boolean(),
  sample_rate: z.boolean(),
});

/** A service as the signed-in person may book it; `price` is what one unit of `slots` costs them. */
export const Service = z.object({
  id: Id,
  label: z.string(),
  value: z.string(),
  short_description: z.string(),
  service_description: z.string(),
  category: z.string(),
  session_type: SessionType,
  unit_minutes: z.int(),
  slots: z.int(),
  credits: z.int(),
  alternative_value: z.nullable(z.int()),
  alternative_value_annual: z.nullable(z.int()),
  exclusive_prices_value: z.nullable(z.int()),
  price: z.int(),
  files_deadline: z.int(),
  files_deadline_enabled: z.boolean(),
  files_delivery: z.int(),
  isDefault: z.boolean(),
  isServiceURL: z.boolean(),
  service_url: z.nullable(z.string()),
  info_button_body: z.nullable(z.string()),
  form: FormFlags,
  fileUploadRules: z.array(z.object({ value: z.string() })),
});
export type Service = z.infer<typeof Service>;

export const listInstruments = endpoint({
  method: 'GET',
  path: '/api/instruments',
  summary: 'The instruments that musicians play here',
  who: 'signed_in',
  answer: z.object({ instruments: z.array(Instrument), total: Total }),
});

export const getPartner = endpoint({
  method: 'GET',
  path: '/api/partners/:id',
  summary: "A musician's configuration, by id or slug",
  who: 'signed_in',
  params: z.object({ id: Text(100) }),
  answer: z.object({
    partner: z.object({
      id: Id,
      slug: z.string(),
      name: z.string(),
      title: z.string(),
      bio: z.string(),
      image_url: z.nullable(z.string()),
      timezone: z.string(),
      sessions_type: SessionType,
      instruments: z.array(z.string()),
      cancellationRecreditLimit: z.int(),
      rating: Average,
    }),
  }),
  problems: { not_found: { status: 404, detail: 'We do not know this musician.' } },
});

/** What the booking panel asks of a musician; `{statics}` is /content (decisions 2). */
export const getConfiguration = endpoint({
  method: 'GET',
  path: '/content/artists/:slug',
  summary: 'What can be booked with a musician: services, deliverables, sample rates',
  who: 'signed_in',
  params: z.object({ slug: Text(100) }),
  query: z.object({ mode: z.optional(z.literal('configuration')) }),
  answer: z.array(
    z.object({
      Name: z.string(),
      services_first: z.boolean(),
      services: z.object({ label: z.string(), servicesList: z.array(Service) }),
      sampleRates: z.array(z.string()),
      deliverables: z.array(z.string()),
    }),
  ),
  problems: { not_found: { status: 404, detail: 'We do not know this musician.' } },
});
