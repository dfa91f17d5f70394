import * as z from 'zod/mini';
import type { Call } from '../lib/call.ts';
import { endpoint } from '../lib/endpoint.ts';
import * as calls from './calls-documents.ts';
import { Limitations } from './contract.ts';
import { SAFE_LINK } from './rules-documents.ts';

/** Documents: shipped with defaults, changed by the operator (docs/product/content.md#documents). Texts are plain. */
const Line = z.string().check(z.minLength(1), z.maxLength(300));
const Prose = z.string().check(z.maxLength(4000));
/** A path of this studio, a web address or a mailto. */
export const Link = z
  .string()
  .check(z.maxLength(2000), z.regex(SAFE_LINK, 'A path, an http(s) or mailto link.'));
/** A picture of this studio's origin: the content security policy allows no other. */
export const Picture = z.object({
  src: z.string().check(z.maxLength(2000), z.regex(/^\/(?![/\\])[^\s\\]*$/, 'A path of this studio.')),
  /** Pixels, to reserve its place while it loads. */
  width: z.int().check(z.minimum(1), z.maximum(4000)),
  height: z.int().check(z.minimum(1), z.maximum(4000)),
});
const Option = z.object({ value: z.string().check(z.regex(/^[a-z0-9_-]{1,64}$/)), label: Line });
const Question = z.object({
  question: Line,
  options: z.array(Option).check(z.minLength(1), z.maxLength(50)),
});
const Words = z.object({ header: Line, body: Prose });
/** `true`: shown only with a trial; `false`: only without; absent: always. */
const AboutTrial = z.optional(z.boolean());
const Faq = z.object({ question: Line, answer: Prose, trial: AboutTrial });

export const OnboardingModal = z.object({
  welcome: Words,
  /** For people on trial. */
  trial_welcome: Words,
  persona_type: Question,
  persona_level: Question,
  persona_diy: Question,
  /** The option `other` asks for a comment. */
  interests: Question,
  thank_you: Words,
});

export const HowItWorks = z.object({
  header: Line,
  trial_begins: Line,
  /** Filtered by whether the reader is on trial. */
  steps: z.array(z.extend(Words, { trial: AboutTrial })).check(z.minLength(1), z.maxLength(8)),
  /** The contact person; null while the studio has none. */
  customer_success: z.nullable(
    z.object({
      name: Line,
      title: Line,
      body: Prose,
      call: z.object({ copy: Line, url: Link }),
      webinar: z.object({ copy: Line, url: Link }),
    }),
  ),
});

export const OffboardingModal = z.object({
  reasons: z.array(Option).check(z.minLength(1), z.maxLength(20)),
  acknowledgements: z.array(Line).check(z.maxLength(10)),
  missingBenefits: z.array(z.object({ benefit: Line })).check(z.maxLength(20)),
  farewell: Words,
});

/** What has changed about the services, which members acknowledge. */
export const ServiceUpdate = z.object({
  /** A higher one opens once for each member; 0: none is announced. */
  version: z.int().check(z.minimum(0), z.maximum(1_000_000)),
  header: Line,
  body: Prose,
  services: z.array(z.object({ name: Line, terms: Line })).check(z.maxLength(30)),
  acknowledgements: z.array(Line).check(z.length(3)),
  /** Why to begin a new billing cycle. */
  restart: z.object({ header: Line, body: Prose, reasons: z.array(Line).check(z.maxLength(10)) }),
});

/** HTML, sanitized when written and when read. */
export const StudioBanner = z.object({ body: z.string().check(z.maxLength(10_000)) });
/** HTML, sanitized likewise. */
export const Page = z.object({ title: Line, body: z.string().check(z.maxLength(200_000)) });

export const Faqs = z.object({
  faqs: z.array(Faq).check(z.maxLength(100)),
});

export const ReferralContent = z.object({
  header: Line,
  body: Prose,
  /** For people who invite. */
  faqs: z.array(Faq).check(z.maxLength(50)),
  /** For people who are invited. */
  invitee_faqs: z.optional(z.array(Faq).check(z.maxLength(50))),
});

export const BillingArea = z.object({
  header: Line,
  body: Prose,
  benefits: z.array(Line).check(z.maxLength(20)),
});

export const BILLBOARDS = ['cancelled', 'ondemand', 'legacy', 'members'] as const;
export const Billboard = z.object({
  header: Line,
  subheader: Prose,
  button: z.nullable(z.object({ copy: Line, url: Link })),
});

const Bullet = z.object({ icon: z.string().check(z.maxLength(64)), bullet: Line });
const PlanId = z
  .string()
  .check(z.regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'Small letters, digits, - and _; at most 64.'));
/** US dollars, as shown. */
export const Dollars = z.number().check(z.minimum(0), z.maximum(1_000_000));

export const StoredPlan = z.object({
  id: PlanId,
  title: Line,
  name: Line,
  price: Dollars,
  old_price: z.nullable(Dollars),
  credits: z.int().check(z.minimum(0), z.maximum(10_000)),
  tier: z.int().check(z.minimum(1), z.maximum(100)),
  isAnnual: z.boolean(),
  highlighted: z.boolean(),
  has_rollover: z.boolean(),
  /** Upcoming sessions at once; 30 without it. */
  concurrency: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  bullets: z.array(Bullet).check(z.maxLength(20)),
  stripeProdPriceId: z.nullable(z.string().check(z.maxLength(255))),
  paypalProdPriceId: z.nullable(z.string().check(z.maxLength(255))),
});
export type StoredPlan = z.infer<typeof StoredPlan>;

/** The provider's price that buys an offer; null: it cannot be bought here. */
const priceId = z.nullable(z.string());
export const Plan = z.extend(StoredPlan, { priceId });
export type Plan = z.infer<typeof Plan>;

export const StoredBundle = z.object({
  id: PlanId,
  title: Line,
  price: Dollars,
  credits: z.int().check(z.minimum(0), z.maximum(10_000)),
  pricing_bundle: z.array(Bullet).check(z.maxLength(20)),
  trial: AboutTrial,
});
export type StoredBundle = z.infer<typeof StoredBundle>;

export const Bundle = z.extend(StoredBundle, { stripeProdPriceId: priceId, priceId });
export type Bundle = z.infer<typeof Bundle>;

export const Orchestra = z.object({
  id: PlanId,
  title: Line,
  price: Dollars,
  link: Link,
  pricing_external: z.array(Bullet).check(z.maxLength(20)),
});
export type Orchestra = z.infer<typeof Orchestra>;

const Offers = z.object({
  plans: z.array(Plan).check(z.maxLength(50)),
  bundles: z.array(Bundle).check(z.maxLength(50)),
  orchestras: z.array(Orchestra).check(z.maxLength(50)),
});
export type Offers = z.infer<typeof Offers>;

/** Offers by cohort, in display order. */
export const Pricing = z.object({
  public: Offers,
  cancelled: Offers,
  ondemand: Offers,
  legacy: Offers,
  member: Offers,
});

/** Screens that show announcements. */
export const ANNOUNCEMENT_PLACES = ['explore', 'sessions', 'profile', 'referral'] as const;

export const Announcement = z.object({
  /** Browsers remember dismissed announcements by it. */
  id: PlanId,
  category: z.enum(ANNOUNCEMENT_PLACES),
  header: Line,
  subheader: Prose,
  /** A billboard is shown only where it has room: on Explore with the pro filters. */
  template: z.enum(['card', 'strip', 'billboard']),
  enabled: z.boolean(),
  /** Above 949 px, above 576 px, and below; without any, text only. */
  images: z.object({
    big: z.nullable(Picture),
    medium: z.nullable(Picture),
    small_mobile: z.nullable(Picture),
  }),
  button: z.nullable(
    z.object({
      copy: Line,
      style: z.enum(['primary', 'secondary']),
      behaviour: z.enum(['same-tab', 'new-tab']),
      url: Link,
      icon: z.nullable(z.string().check(z.maxLength(64))),
    }),
  ),
});
export type Announcement = z.infer<typeof Announcement>;
export const Announcements = z.object({ announcements: z.array(Announcement).check(z.maxLength(50)) });

const read = <C extends Call, A extends z.ZodMiniType>(call: C, summary: string, response: A) =>
  endpoint({ ...call, summary, who: 'anyone', cache: 'revalidate', response });

export const getOnboardingModal = read(calls.getOnboardingModal, 'Texts of the onboarding', OnboardingModal);
export const getHowItWorks = read(calls.getHowItWorks, 'Texts of how it works', HowItWorks);
export const getOffboardingModal = read(
  calls.getOffboardingModal,
  'Texts of cancelling a membership',
  OffboardingModal,
);
export const getServiceUpdate = read(
  calls.getServiceUpdate,
  'Texts of the service update, and its version',
  ServiceUpdate,
);
export const getStudioBanner = read(calls.getStudioBanner, "The studio's banner: HTML", StudioBanner);
export const getReferralContent = read(
  calls.getReferralContent,
  'Texts of the referral programme',
  ReferralContent,
);
export const getBillingArea = read(calls.getBillingArea, 'Texts of the billing area', BillingArea);
export const getFaqs = read(calls.getFaqs, 'Questions people ask', Faqs);

export const getBillboard = endpoint({
  ...calls.getBillboard,
  summary: 'The billboard of a cohort',
  who: 'anyone',
  cache: 'revalidate',
  query: z.object({ variant: z._default(z.enum(BILLBOARDS), 'members') }),
  response: Billboard,
});

export const getPricing = endpoint({
  ...calls.getPricing,
  summary: 'The offers of each cohort, and what people without a membership wait for',
  who: 'anyone',
  cache: 'revalidate',
  query: z.object({ mode: z._default(z.enum(['studio']), 'studio') }),
  response: z.extend(Pricing, { ondemandLimitations: Limitations }),
});

export const getPricingCatalogue = endpoint({
  ...calls.getPricingCatalogue,
  summary: 'Bundles and external offers of a region',
  who: 'anyone',
  cache: 'revalidate',
  query: z.object({ country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))) }),
  response: z.object({ bundles: z.array(Bundle), orchestras: z.array(Orchestra) }),
});

export const getPricingPlans = endpoint({
  ...calls.getPricingPlans,
  summary: "All plans, or the one of a provider's price",
  who: 'anyone',
  cache: 'revalidate',
  query: z.object({
    stripeProdPriceId_eq: z.optional(z.string().check(z.maxLength(255))),
    paypalProdPriceId_eq: z.optional(z.string().check(z.maxLength(255))),
  }),
  response: z.object({ plans: z.array(Plan) }),
});

export const getPage = endpoint({
  ...calls.getPage,
  summary: 'Privacy policy and terms, where they are not elsewhere',
  who: 'anyone',
  cache: 'revalidate',
  params: z.object({ page: z.enum(['privacy', 'terms']) }),
  response: Page,
});

export const getAnnouncements = endpoint({
  ...calls.getAnnouncements,
  summary: 'What the studio announces to the signed-in person',
  who: 'signed_in',
  response: Announcements,
});
