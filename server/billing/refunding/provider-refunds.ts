import type { Result } from '#shared/lib/result.ts';

/** The refunds of one payment at its provider. */
export interface ProviderRefunds {
  /** What was charged, and each refund, in cents. */
  read(): Promise<
    Result<{ readonly paid_cents: number; readonly refunds: readonly number[] }, 'provider_unavailable'>
  >;
  /** Pays back; the same key is the same refund. Returns the refund's id; `refused` with the provider's words. */
  make(cents: number, key: string): Promise<Result<string, 'provider_unavailable' | 'refused'>>;
}

/** A payment as its provider knows it. */
export interface ProviderPayment {
  readonly provider: string;
  readonly mode: string;
  readonly provider_id: string;
  readonly person_id: string;
  readonly total_cents: number;
  /** As it is stored here. */
  readonly refunded_cents: number;
}
