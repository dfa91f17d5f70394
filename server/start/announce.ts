import { programCommand } from '../lib/program-command.ts';
import { FRONTS, type Settings } from '../lib/settings.ts';

/** Demo sign-ins of this database; `password` is null with DEMO off, so that it is never printed. */
export interface DemoSignIns {
  readonly password: string | null;
  readonly people: readonly { readonly email: string; readonly who: string }[];
}

/** Facts that a start prints; `outboxLink` opens stored mails, null where mail is sent. */
export interface Started {
  readonly origins: Settings['origins'];
  readonly ms: number;
  readonly demo: DemoSignIns | null;
  readonly outboxLink: string | null;
  /** Where the payment sandbox is, and the page that moves its time; null without one. */
  readonly sandbox: { readonly origin: string; readonly link: string } | null;
  /** What the operator has not configured: variables at their defaults, documents with gaps. */
  readonly unset: {
    readonly variables: readonly string[];
    readonly documents: readonly string[];
    /** Offers that have no price at the payment provider; 0 without one. */
    readonly prices: number;
  };
}

/** The text printed when the server is ready. */
export function announcement({ origins, ms, demo, outboxLink, sandbox, unset }: Started): string {
  const hasDemo = demo !== null && demo.people.length > 0;
  const addresses = FRONTS.map((front) => `  ${capital(front).padEnd(10)}${origins[front].canonical}`);
  return [
    `Talkback is ready in ${(ms / 1000).toFixed(1)} s. Ctrl-C stops it.`,
    '',
    ...addresses,
    ...(hasDemo ? ['', ...signIns(demo)] : []),
    ...(outboxLink === null ? [] : ['', 'Mails are kept, not sent. Read them here:', `  ${outboxLink}`]),
    ...(sandbox === null
      ? []
      : ['', `Payments: sandbox at ${sandbox.origin} (test cards, no money moves)`, `  ${sandbox.link}`]),
    ...(hasDemo ? [] : missing(unset)),
    '',
  ].join('\n');
}

function signIns({ password, people }: DemoSignIns): string[] {
  if (password === null)
    return ["The demo's people are in this database and can sign in. DEMO=on prints how."];
  return [
    `Demo sign-ins, all with the password ${password}`,
    ...people.map(({ email, who }) => `  ${email.padEnd(21)}${who}`),
  ];
}

/** A line for each kind of missing setting; docs/operating.md says how to set it. */
function missing({ variables, documents, prices }: Started['unset']): string[] {
  const lines = [
    ...(variables.length === 0 ? [] : [`Not set: ${variables.join(', ')}.`]),
    ...(documents.length === 0
      ? []
      : [
          `Not said in the content (${programCommand('studio', 'content --help')}): ${documents.join(', ')}.`,
        ]),
    ...(prices === 0
      ? []
      : [
          `Not for sale yet: ${prices} of the offers have no price at a provider (${programCommand('studio', 'prices sync')}).`,
        ]),
  ];
  return lines.length === 0 ? [] : ['', ...lines];
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
