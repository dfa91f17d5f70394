import * as z from 'zod/mini';
import { Link } from '../content/contract-documents.ts';
import { CATEGORIES } from './rules.ts';
import { SERVICE } from './texts-service.ts';

const required = (max: number) =>
  z.string().check(z.trim(), z.minLength(1, SERVICE.missing), z.maxLength(max, SERVICE.tooLong(max)));
const Credits = z
  .int(SERVICE.noNumber)
  .check(z.minimum(0, SERVICE.noNumber), z.maximum(100, SERVICE.tooMuch(100)));
const Deadline = z
  .int(SERVICE.noNumber)
  .check(z.minimum(0, SERVICE.noNumber), z.maximum(43_200, SERVICE.tooMuch(43_200)));

/** What of a service can be changed while sessions are booked (docs/product/catalogue.md#changing-a-service). */
export const EditableService = z.object({
  label: required(80),
  short_description: required(200),
  service_description: required(2000),
  /** What else to know, beside the description. */
  info_button_body: z.nullable(required(1000)),
  /** "More about {label}". */
  service_url: z.nullable(Link),
  /** Above the track in the booking form; null: none. */
  warning_message: z.nullable(required(500)),
  /** Lines of instruction for the client's files. */
  file_upload_rules: z.array(required(300)).check(z.maxLength(20, SERVICE.tooManyLines)),
  /** Of one unit, for everybody without a price of their own. */
  credits: Credits,
  exclusive_prices_value: z.nullable(Credits),
  alternative_value: z.nullable(Credits),
  alternative_value_annual: z.nullable(Credits),
  /** Minutes before the start. */
  files_deadline: Deadline,
});
export type EditableService = z.infer<typeof EditableService>;

/** A new service: what stays as it is from then on, and what it begins with. */
export const NewService = z.object({
  /** Its name in addresses and in the API. */
  value: z
    .string()
    .check(z.maxLength(60, SERVICE.tooLong(60)), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, SERVICE.badName)),
  category: z.enum(CATEGORIES),
  session_type: z.enum(['offline', 'live', 'all']),
  unit_minutes: z.int(SERVICE.noNumber).check(z.minimum(5, SERVICE.badUnit), z.maximum(180, SERVICE.badUnit)),
  slots: z.int(SERVICE.noNumber).check(z.minimum(1, SERVICE.badSlots), z.maximum(12, SERVICE.badSlots)),
  /** Whether clients send files before the session. */
  files_deadline_enabled: z.boolean(),
  /** Minutes after the end. */
  files_delivery: Deadline,
  label: EditableService.shape.label,
  short_description: EditableService.shape.short_description,
  service_description: EditableService.shape.service_description,
  credits: Credits,
});
export type NewService = z.infer<typeof NewService>;
