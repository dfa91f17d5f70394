import type { Sale } from '#shared/billing/rules-prices.ts';
import { PROVIDERS } from '#shared/billing/rules-provider.ts';
import { formatUsd } from '#shared/lib/money.ts';
import { PRICES_TEXTS } from '#shared/operator/content/texts-prices.ts';
import { planPrices, syncPrices, type PricePlans } from '#server/billing/prices/sync.ts';
import { columns, CommandError, type Command } from './command.ts';

const line = (what: string, at: string, { kind, name, unit_cents, credits }: Sale): string[] => [
  what,
  at,
  kind,
  name,
  formatUsd(unit_cents),
  `${credits} credit${credits === 1 ? '' : 's'}`,
];

const NAMES = { stripe: 'Stripe', paypal: 'PayPal' } as const;

function linesOf(plans: PricePlans): string[] {
  return columns(
    PROVIDERS.flatMap((provider) => {
      const { make = [], revive = [], rename = [], retire = [] } = plans[provider] ?? {};
      const of = (what: string, sales: readonly Sale[]) =>
        sales.map((sale) => line(what, NAMES[provider], sale));
      return [...of('new', make), ...of('again', revive), ...of('renamed', rename), ...of('retired', retire)];
    }),
  );
}

const NOT_DONE = {
  payments_not_configured:
    'There is no payment provider. Set the three variables of Stripe or of PayPal (docs/operating.md#paying).',
  prices_busy: PRICES_TEXTS.busy,
} as const;

export const PRICES: readonly Command[] = [
  {
    name: 'prices sync',
    argumentHelp: '[--yes]',
    about: 'Makes prices at the payment providers for all that is offered; shows them first, --yes does it.',
    switches: ['yes'],
    arguments: 0,
    async run({ ctx }, args) {
      const done = await (args.is('yes') ? syncPrices(ctx) : planPrices(ctx));
      if (!done.ok) throw new CommandError(NOT_DONE[done.reason]);
      const lines = linesOf(done.value);
      if (lines.length === 0) return ['All that is offered is sold, at its prices.'];
      return args.is('yes') ? lines : [...lines, 'Nothing was changed yet. With --yes it is.'];
    },
  },
];
