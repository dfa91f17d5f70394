import { FRONTS, type Settings } from '../settings.ts';

/** What a person reads once the server is ready: how long it took, the addresses, and how to sign in to the demo. */
export function announcement(
  origins: Settings['origins'],
  ms: number,
  demo: readonly { readonly email: string; readonly who: string }[],
): string {
  const addresses = FRONTS.map((front) => `  ${capital(front).padEnd(10)}${origins[front].canonical}`);
  const signIns = demo.map(({ email, who }) => `  ${email.padEnd(21)}${who}`);
  return [
    `Talkback is ready in ${(ms / 1000).toFixed(1)} s. Ctrl-C stops it.`,
    '',
    ...addresses,
    ...(signIns.length === 0 ? [] : ['', 'Demo sign-ins, all with the password talkback:', ...signIns]),
    '',
  ].join('\n');
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
