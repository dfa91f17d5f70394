import {
  DELIVERY,
  readSetting,
  writeSetting,
  type DeliverySettings,
} from '../../lib/webhooks/delivery-settings.ts';
import type { Work } from './work.ts';

/** What an account sets in Stripe's dashboard, and how webhooks are delivered on demand. */
export interface Settings {
  dunning: {
    /** Days between the tries of a failed renewal; one more try than entries. */
    readonly days: readonly number[];
    /** What becomes of the subscription after the last try. */
    readonly end: 'cancel' | 'unpaid' | 'past_due';
  };
  delivery: DeliverySettings;
}

const DEFAULTS: Settings = { dunning: { days: [3, 5], end: 'cancel' }, delivery: DELIVERY };

export const setting = async <K extends keyof Settings>(work: Work, name: K): Promise<Settings[K]> =>
  (await readSetting<Settings[K]>(work, name)) ?? DEFAULTS[name];

export const setSetting = <K extends keyof Settings>(
  work: Work,
  name: K,
  value: Settings[K],
): Promise<void> => writeSetting(work, name, value);
