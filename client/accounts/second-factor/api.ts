import { queryOptions } from '@tanstack/react-query';
import {
  addApp,
  addPasskey,
  beginApp,
  beginDuePasskey,
  beginPasskey,
  beginPasskeyProof,
  getDueSecondFactor,
  getSecondFactor,
  makeRecoveryCodes,
  passByPasskey,
  passSecondFactor,
  removeApp,
  removePasskey,
  removeSecondFactor,
  renamePasskey,
  setUpPasskey,
} from '#shared/accounts/calls.ts';
import type * as app from '#shared/accounts/contract-app.ts';
import type * as contract from '#shared/accounts/contract-second-factor.ts';
import type * as passkeys from '#shared/accounts/contract-passkeys.ts';
import type { ArgsOf, ReadOf } from '#shared/lib/endpoint.ts';
import { call } from '../../lib/api.ts';
import { makePasskey, provePasskey, type NewPasskey, type PasskeyProof } from './browser-passkey.ts';

export type SecondFactor = ReadOf<typeof contract.getSecondFactor>;
export type SetupOptions = ReadOf<typeof passkeys.beginPasskey>;
export type AppSetup = ReadOf<typeof app.beginApp>;
/** Who makes a change proves it by a code or a passkey. */
export type Proof = NonNullable<ArgsOf<typeof contract.makeRecoveryCodes>['body']>;

/** Whose login waits for a second factor, and how to set one up. */
export const dueQuery = queryOptions({
  queryKey: ['second-factor', 'due'],
  queryFn: async ({ signal }) => call(getDueSecondFactor, {}, { signal }),
  refetchOnWindowFocus: false,
  gcTime: 0,
});

/** Signs in by a code. */
export const passCode = async (code: string) => call(passSecondFactor, { body: { code } });

/** Signs in by a passkey, or sets one up where there is no second factor yet. */
export async function passPasskey() {
  const { prove, set_up } = await call(beginDuePasskey, {});
  if (prove !== null) return call(passByPasskey, { body: await provePasskey(prove) });
  if (set_up === null) throw new Error('The server asked for nothing');
  return call(setUpPasskey, { body: await makePasskey(set_up) });
}

/** The operator's app, passkeys and recovery codes. */
export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async ({ signal }) => call(getSecondFactor, {}, { signal }),
});

/** Makes new recovery codes and returns them. */
export const newRecoveryCodes = async (proof: Proof) =>
  (await call(makeRecoveryCodes, { body: proof })).recovery_codes;

/** Removes the whole second factor and signs out. */
export const removeAll = async (proof: Proof) => call(removeSecondFactor, { body: proof });

/** Asks the browser for a passkey that proves who makes a change. */
export const askProof = async (): Promise<PasskeyProof> => provePasskey(await call(beginPasskeyProof, {}));

/** What the browser needs to make one more passkey. */
export const beginNewPasskey = async (proof: Proof) => call(beginPasskey, { body: proof });
export const keepPasskey = async (passkey: NewPasskey) => call(addPasskey, { body: passkey });
export const namePasskey = async (id: string, name: string) =>
  call(renamePasskey, { params: { id }, body: { name } });
export const dropPasskey = async (id: string, proof: Proof) =>
  call(removePasskey, { params: { id }, body: proof });

/** What an authenticator app takes that is added beside passkeys. */
export const beginNewApp = async (proof: Proof) => call(beginApp, { body: proof });
export const keepApp = async (token: string, code: string) => call(addApp, { body: { token, code } });
export const dropApp = async (proof: Proof) => call(removeApp, { body: proof });
