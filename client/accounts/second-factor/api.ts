import { queryOptions } from '@tanstack/react-query';
import {
  getDueSecondFactor,
  getSecondFactor,
  makeRecoveryCodes,
  passSecondFactor,
  removeSecondFactor,
} from '#shared/accounts/calls.ts';
import { call } from '../../lib/api.ts';

/** Whose login waits for a second factor, and how to set one up. */
export const dueQuery = queryOptions({
  queryKey: ['second-factor', 'due'],
  queryFn: async ({ signal }) => call(getDueSecondFactor, {}, { signal }),
  refetchOnWindowFocus: false,
  gcTime: 0,
});

/** Signs in by a code. */
export const passCode = async (code: string) => call(passSecondFactor, { body: { code } });

/** The operator's authenticator app and recovery codes. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async ({ signal }) => call(getSecondFactor, {}, { signal }),
});

/** Makes new recovery codes and returns them. */
export const newRecoveryCodes = async (code: string) =>
  (await call(makeRecoveryCodes, { body: { code } })).recovery_codes;

/** Removes the app and signs out. */
export const removeApp = async (code: string) => call(removeSecondFactor, { body: { code } });
