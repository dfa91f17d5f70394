import type { Result } from '#shared/lib/result.ts';

/** A person as a provider knows them. */
export interface Identity {
  readonly provider: 'google' | 'facebook';
  /** The provider's own id, which never changes, unlike the email. */
  readonly subject: string;
  /** null if the provider has none. */
  readonly email: string | null;
  readonly name: string | null;
}

/** `bad_token`: the provider rejects it, or it is not for us. `provider_away`: no response in time. */
export type VerifiedIdentity = Result<Identity, 'bad_token' | 'provider_away'>;

/** Timeout of a call to a provider, in milliseconds. */
export const PROVIDER_TIMEOUT_MS = 4000;
