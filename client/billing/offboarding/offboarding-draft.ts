/** What was chosen in the offboarding modal; closing it or a reload keeps it, a logout clears it. */
export interface OffboardingValues {
  readonly reason: string;
  readonly comments: string;
  readonly acknowledgements: readonly string[];
  readonly benefits: readonly string[];
}

const EMPTY: OffboardingValues = { reason: '', comments: '', acknowledgements: [], benefits: [] };
const KEY = 'offboarding-draft';
type Store = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** The stored values; what is strange or denied is left out. */
export function readOffboarding(storage: Store = () => sessionStorage): OffboardingValues {
  try {
    const stored: unknown = JSON.parse(storage().getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return EMPTY;
    const { reason, comments, acknowledgements, benefits } = stored as Record<string, unknown>;
    return {
      reason: typeof reason === 'string' ? reason : '',
      comments: typeof comments === 'string' ? comments : '',
      acknowledgements: strings(acknowledgements),
      benefits: strings(benefits),
    };
  } catch {
    return EMPTY;
  }
}

/** Stores the values; null removes them. */
export function storeOffboarding(
  values: OffboardingValues | null,
  storage: Store = () => sessionStorage,
): void {
  try {
    if (values === null) storage().removeItem(KEY);
    else storage().setItem(KEY, JSON.stringify(values));
  } catch {
    // Without storage a reload starts anew.
  }
}
