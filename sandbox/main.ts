import { startStripeSandbox, type StripeSandbox, type StripeSandboxOptions } from './stripe/start.ts';

export type SandboxOptions = StripeSandboxOptions;
export type Sandbox = StripeSandbox;

/** Starts the stand-ins for payment providers on one origin. Stripe's calls are below /v1. */
export const startSandbox = (options: SandboxOptions): Promise<Sandbox> => startStripeSandbox(options);
