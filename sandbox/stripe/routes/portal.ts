import { invalid } from '../http/errors.ts';
import {
  clearable,
  flag,
  list,
  mergeMetadata,
  metadata,
  object,
  oneOf,
  required,
  text,
  type InputOf,
} from '../http/params.ts';
import { listOf, retrieve, route, type Route } from '../http/route.ts';
import { randomText } from '../../lib/ids.ts';
import type { Kinds } from '../store/kinds.ts';
import { equals, type Work } from '../store/work.ts';

const FEATURES = {
  customer_update: object({
    enabled: required(flag),
    allowed_updates: list(oneOf('address', 'email', 'name', 'phone', 'shipping', 'tax_id')),
  }),
  invoice_history: object({ enabled: required(flag) }),
  payment_method_update: object({ enabled: required(flag) }),
  subscription_cancel: object({ enabled: required(flag) }),
  subscription_update: object({ enabled: required(flag) }),
} as const;
const CONFIGURATION = {
  features: object(FEATURES),
  business_profile: object({
    headline: clearable(text),
    privacy_policy_url: text,
    terms_of_service_url: text,
  }),
  default_return_url: clearable(text),
  metadata,
  name: clearable(text),
} as const;

/** The portal shows the card and the invoices; cancelling and changing plans are left to the product. */
function newConfiguration(
  work: Work,
  input: Partial<InputOf<typeof CONFIGURATION>>,
  isDefault: boolean,
): Kinds['billing_portal.configuration'] {
  const { features } = input;
  for (const key of ['subscription_cancel', 'subscription_update'] as const)
    if (features?.[key]?.enabled)
      throw invalid(`The sandbox's portal has no ${key}.`, `features[${key}][enabled]`);
  return {
    id: work.id('billing_portal.configuration'),
    object: 'billing_portal.configuration',
    active: true,
    application: null,
    business_profile: {
      headline: input.business_profile?.headline ?? null,
      privacy_policy_url: input.business_profile?.privacy_policy_url ?? null,
      terms_of_service_url: input.business_profile?.terms_of_service_url ?? null,
    },
    created: work.now,
    default_return_url: input.default_return_url ?? null,
    features: {
      customer_update: {
        allowed_updates: [...(features?.customer_update?.allowed_updates ?? [])],
        enabled: features?.customer_update?.enabled ?? false,
      },
      invoice_history: { enabled: features?.invoice_history?.enabled ?? true },
      payment_method_update: {
        enabled: features?.payment_method_update?.enabled ?? true,
        payment_method_configuration: null,
      },
      subscription_cancel: {
        cancellation_reason: { enabled: false, feedback_options: null, options: [] },
        enabled: false,
        mode: 'at_period_end',
        proration_behavior: 'none',
      },
      subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
      subscription_update: {
        billing_cycle_anchor: null,
        default_allowed_updates: [],
        enabled: false,
        proration_behavior: 'none',
        schedule_at_period_end: { conditions: [] },
        trial_update_behavior: 'end_trial',
      },
    },
    is_default: isDefault,
    livemode: false,
    login_page: { enabled: false, url: null },
    metadata: mergeMetadata({}, input.metadata),
    name: input.name ?? null,
    updated: work.now,
  };
}

async function configurationOf(work: Work, id: string | undefined): Promise<string> {
  if (id !== undefined) return (await work.get('billing_portal.configuration', id, 'configuration')).id;
  const [known] = await work.select('billing_portal.configuration', [equals('is_default', true)]);
  return (known ?? work.add(newConfiguration(work, {}, true))).id;
}

export const portal: readonly Route[] = [
  route(
    'POST',
    '/v1/billing_portal/sessions',
    {
      customer: required(text),
      configuration: text,
      flow_data: object({ type: required(oneOf('payment_method_update')) }),
      return_url: text,
    },
    async ({ work, input }) => {
      const customer = await work.get('customer', input.customer, 'customer');
      const secret = randomText(40);
      const session: Kinds['billing_portal.session'] = {
        id: work.id('billing_portal.session'),
        object: 'billing_portal.session',
        configuration: await configurationOf(work, input.configuration),
        created: work.now,
        customer: customer.id,
        customer_account: null,
        flow:
          input.flow_data === undefined
            ? null
            : {
                after_completion: { hosted_confirmation: null, redirect: null, type: 'portal_homepage' },
                customer_update: null,
                subscription_cancel: null,
                subscription_pause: null,
                subscription_update: null,
                subscription_update_confirm: null,
                type: 'payment_method_update',
              },
        livemode: false,
        locale: null,
        on_behalf_of: null,
        return_url: input.return_url ?? null,
        url: `${work.origin}/portal/${secret}`,
      };
      return work.add(session);
    },
  ),
  route(
    'POST',
    '/v1/billing_portal/configurations',
    { ...CONFIGURATION, features: required(CONFIGURATION.features) },
    async ({ work, input }) => {
      const configuration = work.add(newConfiguration(work, input, false));
      await work.emit('billing_portal.configuration.created', configuration);
      return configuration;
    },
  ),
  listOf(
    '/v1/billing_portal/configurations',
    'billing_portal.configuration',
    { active: flag, is_default: flag },
    ({ input: { active, is_default: isDefault } }) => [
      ...(active === undefined ? [] : [equals('active', active)]),
      ...(isDefault === undefined ? [] : [equals('is_default', isDefault)]),
    ],
    { byTime: false },
  ),
  retrieve('/v1/billing_portal/configurations/:id', 'billing_portal.configuration'),
];
