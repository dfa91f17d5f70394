import { queryOptions, useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { checkCode } from '#shared/referrals/calls.ts';
import { call, ProblemError } from './api.ts';

/** Storage key of a valid code until the sign-up. */
const KEY = 'referral_code';

/** State of a code; `unknown` also when it has expired. */
export type CodeState =
  | { readonly is: 'valid' | 'used' | 'mine'; readonly email: string; readonly name: string }
  | { readonly is: 'unknown' };

/** The state of a code by the server; fails only when the server cannot be reached. */
const codeQuery = (code: string) =>
  queryOptions({
    queryKey: ['referral code', code],
    queryFn: async ({ signal }): Promise<CodeState> => {
      try {
        const { isUsed, email, name, mine } = await call(checkCode, { body: { code } }, { signal });
        return { is: mine ? 'mine' : isUsed ? 'used' : 'valid', email, name };
      } catch (error) {
        const status = error instanceof ProblemError ? error.problem.status : 0;
        if (status === 404 || status === 400) return { is: 'unknown' };
        throw error;
      }
    },
  });

/**
 * The visitor's referral code, from the address or an earlier visit; null without one. A valid one is stored until the
 * sign-up.
 */
export function useReferral() {
  const search = useLocation({ select: ({ searchStr }) => searchStr });
  const code = new URLSearchParams(search).get('code') || storedCode();
  const query = useQuery({ ...codeQuery(code ?? ''), enabled: code !== null });
  const codeState = code === null ? undefined : query.data;
  useEffect(() => {
    if (code === null || codeState === undefined) return;
    if (codeState.is === 'valid') storeCode(code);
    else clearReferralCode();
  }, [code, codeState]);
  return { code, codeState, query };
}

function storedCode(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function storeCode(code: string): void {
  try {
    localStorage.setItem(KEY, code);
  } catch {
    // Storage is denied; the address still has it.
  }
}

/** Clears the code after its use and at logout. */
export function clearReferralCode(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is denied, so nothing was stored.
  }
}
