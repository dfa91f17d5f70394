import { createHash } from 'node:crypto';
import type { FormFlags } from '#shared/catalogue/contract.ts';
import type { EditableService } from '#shared/catalogue/contract-service.ts';
import type { ServiceRow } from './queries-services.ts';

/** The form flags as they are stored; old ones lack some. */
export const flagsOf = ({ form_flags }: Pick<ServiceRow, 'form_flags'>): Partial<FormFlags> =>
  form_flags as Partial<FormFlags>;

/** What of a stored service can be changed (docs/product/catalogue.md#changing-a-service). */
export function editableOf(row: ServiceRow): EditableService {
  const { label, short_description, service_description, info_button_body, service_url } = row;
  const { credits, exclusive_prices_value, alternative_value, alternative_value_annual, files_deadline } =
    row;
  const { warning = false, warning_message = null } = flagsOf(row);
  return {
    label,
    short_description,
    service_description,
    info_button_body,
    service_url,
    warning_message: warning ? warning_message : null,
    file_upload_rules: (row.file_upload_rules as readonly { value: string }[]).map(({ value }) => value),
    credits,
    exclusive_prices_value,
    alternative_value,
    alternative_value_annual,
    files_deadline,
  };
}

/** Names a service as it is; changes with whatever can be changed of it. */
export function seenOf(row: ServiceRow): string {
  return createHash('sha256')
    .update(JSON.stringify([row.id, editableOf(row)]))
    .digest('hex');
}

/** The columns of what was changed. */
export function columnsOf(
  { warning_message, file_upload_rules, ...columns }: EditableService,
  row: Pick<ServiceRow, 'form_flags'>,
) {
  return {
    ...columns,
    form_flags: JSON.stringify({ ...flagsOf(row), warning: warning_message !== null, warning_message }),
    file_upload_rules: JSON.stringify(file_upload_rules.map((value) => ({ value }))),
  };
}
