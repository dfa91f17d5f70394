import { createConsole, SandboxRefusal, type SandboxConsole } from '#server/http/payments/console.ts';
import type { PayPalAccess, StripeAccess } from '#server/ctx/payments.ts';
import type { Settings } from '#server/lib/settings.ts';
import { paymentsOf } from '#server/start/payments.ts';
import { columns, CommandError, UsageError, type Command, type ParsedArguments } from './command.ts';
import { secretsOf } from './open-studio.ts';

/** The installation's sandbox by settings and secrets; nothing is opened, so a running studio is not disturbed. */
function sandboxOf(settings: Settings): {
  readonly stripe: StripeAccess;
  readonly paypal: PayPalAccess | null;
} {
  const { stripe, paypal } = paymentsOf(settings, () => secretsOf(settings));
  if (stripe === null || !stripe.sandbox)
    throw new CommandError(
      "There is no payment sandbox here: only a demo without a provider's keys has one.",
    );
  return { stripe, paypal };
}

type Work = (at: SandboxConsole, args: ParsedArguments) => Promise<readonly string[]>;

/** A command to the running sandbox. */
const onConsole =
  (work: Work) =>
  async (
    { settings }: { readonly settings: Settings },
    args: ParsedArguments,
  ): Promise<readonly string[]> => {
    const at = createConsole(sandboxOf(settings).stripe);
    if (at === null) throw new CommandError('There is no payment sandbox here.');
    try {
      return await work(at, args);
    } catch (error) {
      throw error instanceof SandboxRefusal ? new CommandError(error.message, { cause: error }) : error;
    }
  };

const time = (seconds: number): string =>
  Temporal.Instant.fromEpochMilliseconds(seconds * 1000)
    .toString({ smallestUnit: 'minute' })
    .replace('T', ' ')
    .replace('Z', ' UTC');

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`;

const clock: Work = async (at, { positionals: [customer = '', by = ''] }) => {
  const { email, to, delivered, failed, held } = await at.travel(customer, by);
  const done = `For ${email ?? customer} it is ${time(to)} now. ${count(delivered, 'webhook')} taken in.`;
  if (failed > 0)
    throw new CommandError(
      `${done}\n${count(failed, 'webhook')} not taken in: the studio refused every try.`,
    );
  return [done, ...(held > 0 ? [`${count(held, 'webhook')} held back.`] : [])];
};

const events: Work = async (at, { positionals: [customer] }) => {
  const { events: found, holds } = await at.events(customer);
  const rows = found.map(({ created, id, type, email, deliveries }) => [
    time(created),
    id,
    type,
    email ?? '-',
    deliveries.map(({ state }) => state).join(', ') || 'no endpoint',
  ]);
  return [
    ...(rows.length === 0 ? ['There are no events.'] : columns(rows)),
    ...(holds ? ['New events are held back. Let them go with: sandbox release all'] : []),
  ];
};

const checkSpan = ({ positionals: [, by = ''] }: ParsedArguments): void => {
  if (!/^(next|[1-9]\d{0,2}(d|w|mo|y))$/.test(by))
    throw new UsageError(`How far? 15d, 2w, 1mo, 1y or next, not "${by}".`);
};

export const SANDBOX: readonly Command[] = [
  {
    name: 'sandbox info',
    argumentHelp: '',
    about:
      "Prints one line of JSON: where the demo's payment sandbox is, with its keys. Any Stripe SDK and any client of PayPal's API can use it while Talkback runs.",
    arguments: 0,
    begin: async ({ settings }) => {
      const { stripe, paypal } = sandboxOf(settings);
      const { api, secretKey: key, webhookSecret: webhook_secret } = stripe;
      const url = `${api?.protocol}://${api?.host}:${api?.port}`;
      const app = paypal && {
        url: paypal.api,
        client_id: paypal.clientId,
        client_secret: paypal.clientSecret,
        webhook_id: paypal.webhookId,
      };
      return [JSON.stringify({ stripe: { url, key, webhook_secret }, paypal: app })];
    },
  },
  {
    name: 'sandbox clock',
    argumentHelp: '<customer or person id or e-mail> 15d|2w|1mo|1y|next',
    about: "Moves one person's time at Stripe and PayPal and waits until the webhooks are taken in.",
    arguments: 2,
    check: checkSpan,
    begin: onConsole(clock),
  },
  {
    name: 'sandbox events',
    argumentHelp: '[<customer or person id or e-mail>]',
    about: 'Lists the newest events and what became of their webhooks.',
    arguments: 0,
    optionalArguments: 1,
    begin: onConsole(events),
  },
  {
    name: 'sandbox send',
    argumentHelp: '<event>',
    about: 'Delivers an event once more.',
    arguments: 1,
    begin: onConsole(async (at, { positionals: [event = ''] }) => [
      `${event} was sent to ${count(await at.send(event), 'endpoint')} once more.`,
    ]),
  },
  {
    name: 'sandbox hold',
    argumentHelp: '<event>|all',
    about: 'Holds back an event that waits for its delivery, or all new ones.',
    arguments: 1,
    begin: onConsole(async (at, { positionals: [event = ''] }) => {
      await at.hold(event);
      return [event === 'all' ? 'New events are held back.' : `${event} is held back.`];
    }),
  },
  {
    name: 'sandbox release',
    argumentHelp: '<event>|all',
    about: 'Lets go of an event that is held back, or of all.',
    arguments: 1,
    begin: onConsole(async (at, { positionals: [event = ''] }) => {
      await at.release(event);
      return [event === 'all' ? 'All events were let go.' : `${event} was let go.`];
    }),
  },
];
