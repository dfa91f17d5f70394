import * as z from 'zod/mini';
import { endpoint } from '../lib/endpoint.ts';
import { Limitations } from './contract.ts';
import { SAFE_LINK } from './rules-documents.ts';

/**
 * The studio's own words and offers: one document for each name, shipped with defaults, changed by the operator and
 * validated on write (part 1 section 7 "Content service"; decisions 11). Texts are plain unless they are called html.
 */
const Line = z.string().check(z.minLength(1), z.maxLength(300));
const Prose = z.string().check(z.maxLength(4000));
/** A path of this studio, a web address or a mailto. */
export const Link = z
  .string()
  .check(z.maxLength(2000), z.regex(SAFE_LINK, 'A path, an http(s) or mailto link.'));
/** A picture of this studio's own origin: no other one may be shown (security 9). */
const Picture = z.object({
  src: z.string().check(z.maxLength(2000), z.regex(/^\/(?![/\\])[^\s\\]*$/, 'A path of this studio.')),
  /** Pixels, so that its place is kept before it comes. */
  width: z.int().check(z.minimum(1), z.maximum(4000)),
  height: z.int().check(z.minimum(1), z.maximum(4000)),
});
const Option = z.object({ value: z.string().check(z.regex(/^[a-z0-9_-]{1,64}$/)), label: Line });
const Question = z.object({
  question: Line,
  options: z.array(Option).check(z.minLength(1), z.maxLength(50)),
});
const Words = z.object({ header: Line, body: Prose });

export const OnboardingModal = z.object({
  welcome: Words,
  /** Trial users see different welcome texts (part 1 section 6). */
  trial_welcome: Words,
  persona_type: Question,
  persona_level: Question,
  persona_diy: Question,
  /** One of the options is `other`; it wants a comment. */
  interests: Question,
  thank_you: Words,
});

export const HowItWorks = z.object({
  header: Line,
  trial_begins: Line,
  steps: z.array(Words).check(z.minLength(1), z.maxLength(6)),
  customer_success: z.object({
    name: Line,
    title: Line,
    body: Prose,
    call: z.object({ copy: Line, url: Link }),
    webinar: z.object({ copy: Line, url: Link }),
  }),
});

export const OffboardingModal = z.object({
  reasons: z.array(Option).check(z.minLength(1), z.maxLength(20)),
  acknowledgements: z.array(Line).check(z.maxLength(10)),
  missingBenefits: z.array(z.object({ benefit: Line })).check(z.maxLength(20)),
  farewell: Words,
});

/** HTML, sanitised on the way in and on the way out. */
export const StudioBanner = z.object({ body: z.string().check(z.maxLength(10_000)) });
/** HTML in the same way. */
export const Page = z.object({ title: Line, body: z.string().check(z.maxLength(200_000)) });

export const Faqs = z.object({
  faqs: z.array(z.object({ question: Line, answer: Prose })).check(z.maxLength(100)),
});

export const ReferralContent = z.object({
  header: Line,
  body: Prose,
  faqs: z.array(z.object({ question: Line, answer: Prose })).check(z.maxLength(50)),
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
/** Dollars, as the requirement's texts print them (decisions 2). */
const Dollars = z.number().check(z.minimum(0), z.maximum(1_000_000));

export const Plan = z.object({
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
  bullets: z.array(Bullet).check(z.maxLength(20)),
  stripeProdPriceId: z.nullable(z.string().check(z.maxLength(255))),
  paypalProdPriceId: z.nullable(z.string().check(z.maxLength(255))),
});
export type Plan = z.infer<typeof Plan>;

export const Bundle = z.object({
  id: PlanId,
  title: Line,
  price: Dollars,
  credits: z.int().check(z.minimum(0), z.maximum(10_000)),
  pricing_bundle: z.array(Bullet).check(z.maxLength(20)),
});
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

/** What each cohort is offered, in the order in which it is shown; limitations come with it. */
export const Pricing = z.object({
  public: Offers,
  cancelled: Offers,
  ondemand: Offers,
  legacy: Offers,
  member: Offers,
});

/** The screens that have room for announcements. */
export const ANNOUNCEMENT_PLACES = ['explore', 'sessions', 'profile', 'referral'] as const;

export const Announcement = z.object({
  /** Who put it away in a browser does not see it there again. */
  id: PlanId,
  /** Where it stands. */
  category: z.enum(ANNOUNCEMENT_PLACES),
  header: Line,
  subheader: Prose,
  template: z.enum(['card', 'strip']),
  enabled: z.boolean(),
  /** Shown above 949 px, above 576 px, and below that; without any, words alone. */
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

const read = <const P extends `/${string}`, A extends z.ZodMiniType>(path: P, summary: string, answer: A) =>
  endpoint({ method: 'GET', path, summary, who: 'anyone', answer });

export const getOnboardingModal = read(
  '/content/onboarding-modal',
  'Texts of the onboarding',
  OnboardingModal,
);
export const getHowItWorks = read('/content/how-it-works', 'Texts of how it works', HowItWorks);
export const getOffboardingModal = read(
  '/content/offboarding-modal',
  'Texts of cancelling a membership',
  OffboardingModal,
);
export const getStudioBanner = read('/content/studio-banner', "The studio's banner: HTML", StudioBanner);
export const getReferralContent = read(
  '/content/referral',
  'Texts of the referral programme',
  ReferralContent,
);
export const getBillingArea = read('/content/billing-area', 'Texts of the billing area', BillingArea);
export const getFaqs = read('/content/faqs', 'Questions people ask', Faqs);

export const getBillboard = endpoint({
  method: 'GET',
  path: '/content/billboard',
  summary: 'The billboard of a cohort',
  who: 'anyone',
  query: z.object({ variant: z._default(z.enum(BILLBOARDS), 'members') }),
  answer: Billboard,
});

export const getPricing = endpoint({
  method: 'GET',
  path: '/content/pricing-v4',
  summary: 'The offers of each cohort, and what people without a membership wait for',
  who: 'anyone',
  query: z.object({ mode: z._default(z.enum(['studio']), 'studio') }),
  answer: z.extend(Pricing, { ondemandLimitations: Limitations }),
});

export const getPricingCatalogue = endpoint({
  method: 'GET',
  path: '/content/pricing-catalogue',
  summary: 'Bundles and external offers of a region',
  who: 'anyone',
  query: z.object({ country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))) }),
  answer: z.object({ bundles: z.array(Bundle), orchestras: z.array(Orchestra) }),
});

export const getPricingPlans = endpoint({
  method: 'GET',
  path: '/content/pricing-plans',
  summary: "All plans, or the one of a provider's price",
  who: 'anyone',
  query: z.object({
    stripeProdPriceId_eq: z.optional(z.string().check(z.maxLength(255))),
    paypalProdPriceId_eq: z.optional(z.string().check(z.maxLength(255))),
  }),
  answer: z.object({ plans: z.array(Plan) }),
});

export const getPage = endpoint({
  method: 'GET',
  path: '/content/pages/:page',
  summary: 'Privacy policy and terms, where they are not elsewhere',
  who: 'anyone',
  params: z.object({ page: z.enum(['privacy', 'terms']) }),
  answer: Page,
});

export const getAnnouncements = endpoint({
  method: 'GET',
  path: '/api/v2/announcements',
  summary: 'What the studio announces to the signed-in person',
  who: 'signed_in',
  answer: Announcements,
});
