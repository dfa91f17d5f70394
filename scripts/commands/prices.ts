import type { Sale } from '#shared/billing/rules-prices.ts';
import { formatUsd } from '#shared/lib/money.ts';
import { planPrices, syncPrices, type PricePlan } from '#server/billing/prices/sync.ts';
import { columns, CommandError, type Command } from './command.ts';

const line = (what: string, { kind, name, unit_cents, credits }: Sale): string[] => [
  what,
  kind,
  name,
  formatUsd(unit_cents),
  `${credits} credit${credits === 1 ? '' : 's'}`,
];

function linesOf({ make, revive, rename, retire }: PricePlan): string[] {
  return columns([
    ...make.map((sale) => line('new', sale)),
    ...revive.map((sale) => line('again', sale)),
    ...rename.map((sale) => line('renamed', sale)),
    ...retire.map((sale) => line('retired', sale)),
  ]);
}

export const PRICES: readonly Command[] = [
  {
    name: 'prices sync',
    argumentHelp: '[--yes]',
    about: 'Makes prices at the payment provider for all that is offered; shows them first, --yes does it.',
    switches: ['yes'],
    arguments: 0,
    async run({ ctx }, args) {
      const done = await (args.is('yes') ? syncPrices(ctx) : planPrices(ctx));
      if (!done.ok)
        throw new CommandError(
          'There is no payment provider. Set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.',
        );
      const lines = linesOf(done.value);
      if (lines.length === 0) return ['The provider sells all that is offered, at its prices.'];
      return args.is('yes') ? lines : [...lines, 'Nothing was changed yet. With --yes it is.'];
    },
  },
];
