import type { FastifyHelmetOptions } from '@fastify/helmet';
import type { Settings } from '../lib/settings.ts';

/** External origins that a page may use. */
interface Reach {
  readonly script?: readonly string[];
  readonly style?: readonly string[];
  readonly connect?: readonly string[];
  readonly frame?: readonly string[];
  readonly img?: readonly string[];
}

/** As the providers document it; nothing of a provider that is not configured. */
function providers({ googleClientId, facebook }: Settings): Reach[] {
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

/** Headers of every response (docs/product/security.md#response-headers). */
export function contentSecurity(settings: Settings): FastifyHelmetOptions {
  const endpoint = settings.s3?.publicEndpoint;
  const storage = endpoint ? [new URL(endpoint).origin] : [];
  const secure = settings.origins.studio.canonical.startsWith('https:');
  const reach = providers(settings);
  const of = (part: keyof Reach): string[] => reach.flatMap((one) => one[part] ?? []);
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
        frameSrc: reach.length === 0 ? ["'none'"] : of('frame'),
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        baseUri: ["'self'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: false } : false,
    crossOriginEmbedderPolicy: false,
    // A provider's window reports to its opener, and its button needs our origin, not the path.
    crossOriginOpenerPolicy: { policy: reach.length === 0 ? 'same-origin' : 'same-origin-allow-popups' },
    referrerPolicy: { policy: reach.length === 0 ? 'same-origin' : 'strict-origin-when-cross-origin' },
  };
}
