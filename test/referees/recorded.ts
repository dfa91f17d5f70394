import fs from 'node:fs';
import path from 'node:path';
import { afterAll } from 'vitest';
import { recording, type PayPalCall } from '../sandbox/recording.ts';

/** Test files that show what the sandbox and the studio say, by the provider whose documents it is held against. */
const SHOWN = {
  stripe: [
    'sandbox/stripe/conventions.test.ts',
    'sandbox/stripe/payments.test.ts',
    'sandbox/stripe/plan-changes.test.ts',
    'sandbox/stripe/portal.test.ts',
    'sandbox/stripe/renewals.test.ts',
    'sandbox/stripe/webhooks.test.ts',
  ],
  paypal: [
    'sandbox/paypal/catalogue.test.ts',
    'sandbox/paypal/memberships.test.ts',
    'sandbox/paypal/orders.test.ts',
    'sandbox/paypal/pages/pages.test.ts',
    'sandbox/paypal/webhooks.test.ts',
    // What the studio itself sends.
    'server/billing/paypal/paypal.test.ts',
    'server/billing/paypal-verbs/buying.test.ts',
    'server/billing/paypal-verbs/changing.test.ts',
    'server/billing/paypal-verbs/leaving.test.ts',
    'server/billing/paypal-verbs/moving.test.ts',
  ],
} as const;
type Provider = keyof typeof SHOWN;

/** What some test files sent and got: answers with webhooks, and calls to PayPal. */
interface Recorded {
  readonly answers: { call: string; body: unknown }[];
  readonly calls: PayPalCall[];
}

const ROOT = path.resolve(import.meta.dirname, '../..');
/** Where the API stage records. */
const folder = process.env['ANSWERS'];

const placeOf = (within: string, file: string): string =>
  path.join(within, `${file.replaceAll('/', '-')}.json`);

/** Records from now on until the file's tests have ended. */
function record(provider: Provider, whenDone: (recorded: Recorded) => void): Recorded {
  const recorded: Recorded = { answers: [], calls: [] };
  recording.answers = recorded.answers;
  recording.calls = provider === 'paypal' ? recorded.calls : null;
  afterAll(() => {
    recording.answers = null;
    recording.calls = null;
    whenDone(recorded);
  });
  return recorded;
}

/** Records a test file of the API stage into the folder ANSWERS, if it is one that shows something. */
export function recordFile(testPath: string): void {
  const file = path.relative(ROOT, testPath);
  for (const provider of ['stripe', 'paypal'] as const)
    if (folder !== undefined && (SHOWN[provider] as readonly string[]).includes(file))
      record(provider, (recorded) => fs.writeFileSync(placeOf(folder, file), JSON.stringify(recorded)));
}

/**
 * What a provider's files have shown: as the API stage recorded it into the folder ANSWERS. Without one their tests are
 * registered here, before those of the caller. Throws if one recorded nothing.
 */
export async function recordedOf(provider: Provider): Promise<Recorded> {
  if (folder === undefined) {
    const recorded = record(provider, () => undefined);
    for (const file of SHOWN[provider]) await import(path.join(ROOT, file));
    return recorded;
  }
  const all = SHOWN[provider].map(
    (file) => JSON.parse(fs.readFileSync(placeOf(folder, file), 'utf8')) as Recorded,
  );
  return { answers: all.flatMap(({ answers }) => answers), calls: all.flatMap(({ calls }) => calls) };
}
