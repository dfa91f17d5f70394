import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { checkCode } from '../../shared/referrals/contract.ts';
import { call, ProblemError } from './api.ts';

/** The key in the browser's storage under which a valid code waits for its sign-up. */
const KEY = 'referral_code';

/** What a code is worth: `unknown` also for one that has expired. */
export type CodeWorth =
  | { readonly is: 'valid' | 'used'; readonly email: string; readonly name: string }
  | { readonly is: 'unknown' };

/** What the server says of a code; a failure only when it cannot be asked. */
const codeQuery = (code: string) =>
  queryOptions({
    queryKey: ['referral code', code],
    queryFn: async ({ signal }): Promise<CodeWorth> => {
      try {
        const { isUsed, email, name } = await call(checkCode, { body: { code } }, { signal });
        return { is: isUsed ? 'used' : 'valid', email, name };
      } catch (error) {
        const status = error instanceof ProblemError ? error.problem.status : 0;
        if (status === 404 || status === 400) return { is: 'unknown' };
        throw error;
      }
    },
  });

/**
 * The code that this visitor came with: of the address, or of an earlier visit; null without one. A valid one is
 * remembered for the sign-up, which sends it as `referral_code`; one that is used or unknown is forgotten.
 */
export function useReferral() {
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const code = new URLSearchParams(search).get('code') || rememberedCode();
  const { data, error, refetch } = useQuery({ ...codeQuery(code ?? ''), enabled: code !== null });
  const worth = code === null ? undefined : data;
  useEffect(() => {
    if (code === null || worth === undefined) return;
    if (worth.is === 'valid') rememberCode(code);
    else forgetReferralCode();
  }, [code, worth]);
  return { code, worth, error, retry: () => void refetch() };
}

function rememberedCode(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function rememberCode(code: string): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // The address still carries it.
  }
}

/** Forgets the code: when it has been used, and at logout (part 1 section 2 "Application shell"). */
export function forgetReferralCode(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // A closed storage has kept nothing.
  }
}
