import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Payments } from '../ctx/payments.ts';
import type { Settings } from '../lib/settings.ts';
import { CSP_GROUP, CSP_REPORTS } from './csp-reports.ts';

/** External origins that a page may use. */
interface ProviderOrigins {
  readonly script?: readonly string[];
  readonly style?: readonly string[];
  readonly connect?: readonly string[];
  readonly frame?: readonly string[];
  readonly img?: readonly string[];
}

/** Origins that configured login providers document. */
function loginOrigins({ googleClientId, facebook }: Settings): ProviderOrigins[] {
  const google = 'https://accounts.google.com/gsi/';
  return [
    ...(googleClientId === null
      ? []
      : [{ script: [`${google}client`], style: [`${google}style`], connect: [google], frame: [google] }]),
    ...(facebook === null
      ? []
      : [
          {
            script: ['https://connect.facebook.net'],
            connect: ['https://www.facebook.com', 'https://graph.facebook.com'],
            frame: ['https://www.facebook.com'],
            img: ['https://www.facebook.com'],
          },
        ]),
  ];
}

/** Origins of the card form and of 3-D Secure in place; hosted pages are redirects and need none. */
function paymentOrigins({ stripe, pagesOrigin }: Payments): ProviderOrigins[] {
  if (pagesOrigin !== null) return [{ connect: [pagesOrigin], frame: [pagesOrigin] }];
  if (stripe === null) return [];
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com'];
  return [
    {
      script: scripts,
      connect: ['https://api.stripe.com'],
      frame: [...scripts, 'https://hooks.stripe.com'],
    },
  ];
}

/** Headers of every response (docs/product/security.md#response-headers). */
export function contentSecurity(settings: Settings, payments: Payments): FastifyHelmetOptions {
  const endpoint = settings.s3?.publicEndpoint;
  const storage = endpoint ? [new URL(endpoint).origin] : [];
  const secure = settings.origins.studio.canonical.startsWith('https:');
  const logins = loginOrigins(settings);
  const origins = [...logins, ...paymentOrigins(payments)];
  const of = (part: keyof ProviderOrigins): string[] => origins.flatMap((one) => one[part] ?? []);
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...of('script')],
        styleSrc: ["'self'", "'unsafe-inline'", ...of('style')],
        imgSrc: ["'self'", 'data:', 'blob:', ...storage, ...of('img')],
        mediaSrc: ["'self'", 'blob:', ...storage],
        connectSrc: ["'self'", ...storage, ...of('connect')],
        fontSrc: ["'self'"],
        objectSrc: ["'none'"],
        frameSrc: origins.length === 0 ? ["'none'"] : of('frame'),
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        baseUri: ["'self'"],
        reportUri: [CSP_REPORTS],
        reportTo: [CSP_GROUP],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    // A login provider's window reports to its opener, and its button needs our origin, not the path.
    crossOriginOpenerPolicy: { policy: logins.length === 0 ? 'same-origin' : 'same-origin-allow-popups' },
    referrerPolicy: { policy: logins.length === 0 ? 'same-origin' : 'strict-origin-when-cross-origin' },
  };
}
