import type { MailName } from '#shared/notifications/rules.ts';
import {
  MAIL_STATES,
  WEBHOOK_STATES,
  type MailState,
  type WebhookState,
} from '#shared/operator/system/rules-system.ts';
import { MAIL_LABELS } from '#shared/operator/system/texts-system.ts';

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const ADDRESS_MAX = 320;

/** Which mails are listed, as in the address. */
export interface MailsFilter {
  person?: string;
  /** An address. */
  to?: string;
  state?: MailState;
  template?: MailName;
}

/** Query of the mails; unknown values are dropped. */
export function readMailsFilter({ person, to, state, template }: Record<string, unknown>): MailsFilter {
  const knownState = MAIL_STATES.find((known) => known === state);
  const isTemplate = typeof template === 'string' && Object.hasOwn(MAIL_LABELS, template);
  const isAddress = typeof to === 'string' && to.trim() !== '' && to.length <= ADDRESS_MAX;
  return {
    ...(typeof person === 'string' && UUID.test(person) && { person }),
    ...(isAddress && { to: to.trim() }),
    ...(knownState !== undefined && { state: knownState }),
    ...(isTemplate && { template: template as MailName }),
  };
}

/** Which webhooks are listed, as in the address. */
export interface WebhooksFilter {
  provider?: 'stripe' | 'paypal';
  state?: WebhookState;
}

/** Query of the webhooks; unknown values are dropped. */
export function readWebhooksFilter({ provider, state }: Record<string, unknown>): WebhooksFilter {
  const knownProvider = (['stripe', 'paypal'] as const).find((known) => known === provider);
  const knownState = WEBHOOK_STATES.find((known) => known === state);
  return {
    ...(knownProvider !== undefined && { provider: knownProvider }),
    ...(knownState !== undefined && { state: knownState }),
  };
}
