import { startStripeSandbox, type StripeSandbox, type StripeSandboxOptions } from './stripe/start.ts';

export type SandboxOptions = StripeSandboxOptions;
export type Sandbox = StripeSandbox;

/** Starts the stand-ins for payment providers on one origin. Stripe's calls are below /v1. */
export const startSandbox = (options: SandboxOptions): Promise<Sandbox> => startStripeSandbox(options);

// What an operator's commands do to it from outside its calls.
export * from './stripe/commands.ts';
export { prepareDatabase } from './stripe/store/database.ts';
// What a customer does on its hosted pages.
export { authenticate, payCheckout, skipPayment } from './stripe/engine/checkout.ts';
export { payInvoice, portalSession, replaceCard, setDefaultCard } from './stripe/engine/portal.ts';
