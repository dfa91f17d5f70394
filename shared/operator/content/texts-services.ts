import { creditsText } from '../texts-people.ts';

export const SESSION_TYPE_LABELS: Readonly<Record<'offline' | 'live' | 'all', string>> = {
  live: 'Live',
  offline: 'Offline',
  all: 'Live or offline',
};

interface Prices {
  readonly credits: number;
  readonly exclusive_prices_value: number | null;
  readonly alternative_value: number | null;
  readonly alternative_value_annual: number | null;
}

/** The prices of those who have their own: "1 credit with exclusive prices". */
export function cohortPrices(service: Prices): string[] {
  const own = [
    [service.exclusive_prices_value, 'with exclusive prices'],
    [service.alternative_value, 'pre-pivot'],
    [service.alternative_value_annual, 'pre-pivot on a yearly plan'],
  ] as const;
  return own.flatMap(([credits, whose]) => (credits === null ? [] : [`${creditsText(credits)} ${whose}`]));
}

/** "1 musician", "no musician". */
export const musiciansText = (count: number): string =>
  count === 0 ? 'No musician' : `${count} ${count === 1 ? 'musician' : 'musicians'}`;

export const SERVICE_TEXTS = {
  lead: 'Changes count at once. What is booked keeps its price, and its files deadline until it is moved. Where a price of their own is empty, clients pay the ordinary one.',
  fixed:
    'Sessions that are booked read these as long as they go on, so they stay as they are. For others, add a service and stop this one.',
  stopped:
    'Nobody can book it newly. Booked sessions go on, and musicians keep it for when it is offered again.',
  fresh: 'Nobody has this service yet. Musicians add it to their page, or you on theirs, once it is offered.',
  stopLead:
    'Clients no longer find or book it, at once. Holds of it cannot be confirmed, and offers of the waiting list end. Booked sessions go on, can be moved, and keep their price.',
  offerLead: 'Musicians who have it can be booked for it at once, and others can add it to their page.',
} as const;
