import { withQuery } from '../../lib/search.ts';

/** Parameters of /signup (docs/product/accounts.md#sign-up-address). */
interface SignUpSearch {
  readonly code: string | null;
  readonly email: string;
  readonly waitlist: boolean;
  readonly ondemand: boolean;
  readonly bundleId: string | null;
}

/** Reads the query of /signup; repeated, empty or too long values count as absent. */
export function readSignUpSearch(search: Readonly<Record<string, unknown>>): SignUpSearch {
  const text = (name: string, longest: number): string | null => {
    const value = search[name];
    return typeof value === 'string' && value !== '' && value.length <= longest ? value : null;
  };
  return {
    code: text('code', 128),
    email: text('email', 254) ?? '',
    waitlist: search['waitlist'] === '1',
    ondemand: search['ondemand'] === '1',
    bundleId: text('bundle_id', 64),
  };
}

/** Passed on to the choice of an offer (docs/product/buying.md#default-choice). */
const CAMPAIGN = ['cohort', 'offer'] as const;

/** Where a new account continues: the studio's guard leads a `signup` on to /payment-details, with this query. */
export function afterSignUp(search: Readonly<Record<string, unknown>>): string {
  const given = CAMPAIGN.flatMap((name) => {
    const value = search[name];
    return typeof value === 'string' && value !== '' && value.length <= 64 ? [[name, value]] : [];
  });
  return withQuery('/explore', new URLSearchParams(given).toString());
}
