import type { addService } from '#shared/operator/content/calls-content.ts';
import type { ArgsOf } from '../../lib/api.ts';

type NewService = ArgsOf<typeof addService>['body'];

/** A new service as it is typed. */
export interface ServiceForm extends Pick<
  NewService,
  'value' | 'label' | 'short_description' | 'service_description' | 'category' | 'session_type'
> {
  readonly unit_minutes: string;
  readonly slots: string;
  readonly credits: string;
  readonly files: 'needed' | 'none';
  readonly files_delivery: string;
}

export const EMPTY_SERVICE: ServiceForm = {
  value: '',
  label: '',
  short_description: '',
  service_description: '',
  category: 'instruments',
  session_type: 'all',
  unit_minutes: '30',
  slots: '1',
  credits: '1',
  files: 'needed',
  files_delivery: '15',
};

/** A name in addresses for a label: "Stem Mastering" is stem-mastering. */
export const nameFrom = (label: string): string =>
  label
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');

/** What the call takes; what is no number is refused there. */
export function toNewService(typed: ServiceForm): NewService {
  const { value, unit_minutes, slots, credits, files, files_delivery, ...rest } = typed;
  return {
    ...rest,
    value: value.trim() === '' ? nameFrom(typed.label) : value.trim(),
    unit_minutes: numberOf(unit_minutes),
    slots: numberOf(slots),
    credits: numberOf(credits),
    files_deadline_enabled: files === 'needed',
    files_delivery: numberOf(files_delivery),
  };
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
