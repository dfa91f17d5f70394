import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Id, Text, Total } from '../lib/wire.ts';
import * as calls from './calls.ts';

export const Instrument = z.object({ id: Id, slug: z.string(), label: z.string(), musicians: z.int() });
export type Instrument = z.infer<typeof Instrument>;

/** A musician's mean rating in stars, one decimal; null while nobody has rated. */
export const Average = z.nullable(z.object({ average: z.number(), count: z.int() }));
export type Average = z.infer<typeof Average>;

export const SessionType = z.enum(['offline', 'live', 'all']);

/** A choice that a service offers in its booking form, such as which kit is played. */
export const ServiceOption = z.object({
  name: Text(60),
  label: Text(80),
  choices: z.array(z.object({ value: Text(60), label: Text(120) })),
});
export type ServiceOption = z.infer<typeof ServiceOption>;

/** Which fields of the booking form a service asks for (docs/product/catalogue.md#form-flags). */
export const FormFlags = z.object({
  warning: z.boolean(),
  warning_message: z.nullable(z.string()),
  deliverables: z.boolean(),
  track_genre: z.boolean(),
  reference_track: z.boolean(),
  meter: z.boolean(),
  bpm: z.boolean(),
  sample_rate: z.boolean(),
  /** A free text that only this service asks for, stored as the option `extra`; null: none. */
  extra: z.nullable(z.object({ label: Text(80), hint: Text(200) })),
  options: z.array(ServiceOption),
});
export type FormFlags = z.infer<typeof FormFlags>;

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
  ...calls.listInstruments,
  summary: 'The instruments that musicians play here',
  who: ['client'],
  response: z.object({ instruments: z.array(Instrument), total: Total }),
});

export const getPartner = endpoint({
  ...calls.getPartner,
  summary: "A musician's configuration, by id or slug",
  who: ['client'],
  params: z.object({ id: Text(100) }),
  response: z.object({
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
      services_first: z.boolean(),
      /** Without the caller's price. The booking panel falls back to them when the configuration cannot be loaded. */
      services: z.array(z.omit(Service, { price: true })),
      rating: Average,
    }),
  }),
  problems: { not_found: { status: 404, detail: 'We do not know this musician.' } },
});
