import type { SlotKind } from '#shared/calendar/rules-hours.ts';
import type { Schedule } from './source.ts';

/** Names of kinds of slots: the services that need them, with the length where one name has several. */
export function kindNames(kinds: Schedule['kinds']): (kind: SlotKind) => string {
  return ({ category, unit_minutes }) => {
    const kind = kinds.find((one) => one.category === category && one.unit_minutes === unit_minutes);
    const services = kind?.services ?? [];
    const shown = services.slice(0, 2).join(', ');
    const rest = services.length > 2 ? ` and ${services.length - 2} more` : '';
    return `${shown === '' ? category : shown}${rest} (${unit_minutes} min)`;
  };
}
