import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Front, Instant } from '../lib/wire.ts';
import * as calls from './calls.ts';

/** What every screen needs before a login. `now` sets the browser's clock offset. */
export const Studio = z.object({
  name: z.string(),
  front: Front,
  now: Instant,
  flags: z.record(z.string(), z.boolean()),
  help_url: z.nullable(z.string()),
  support_url: z.nullable(z.string()),
  support_email: z.nullable(z.string()),
  marketing_url: z.nullable(z.string()),
  /** Null: the content's pages stand in (docs/product/content.md#legal-pages). */
  privacy_url: z.nullable(z.string()),
  terms_url: z.nullable(z.string()),
  feedback_form_url: z.nullable(z.string()),
  /** Where the partners' Invoice tab leads; null without a form. */
  invoice_form_url: z.nullable(z.string()),
  google_client_id: z.nullable(z.string()),
  facebook_app_id: z.nullable(z.string()),
});
export type Studio = z.infer<typeof Studio>;

export const getStudio = endpoint({
  ...calls.getStudio,
  summary: 'The studio: its name, flags and links',
  who: 'anyone',
  response: z.object({ studio: Studio }),
});

export const Limitations = z.object({
  booking_priority_end: z.int(),
  booking_priority_header: z.string(),
  booking_priority_body: z.string(),
  express_files_delivery_time: z.int(),
  express_files_delivery_header: z.string(),
  express_files_delivery_body: z.string(),
  files_expiration_time: z.int(),
  files_expiration_header: z.string(),
  files_expiration_body: z.string(),
});
export type Limitations = z.infer<typeof Limitations>;

export const getLimitations = endpoint({
  ...calls.getLimitations,
  summary: 'What people without a membership wait for, with its words',
  who: 'signed_in',
  cache: 'revalidate',
  response: z.object({ limitations: Limitations }),
});
