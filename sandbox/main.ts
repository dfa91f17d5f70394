// Starting it.
export { prepareDatabase, startSandbox, type Sandbox, type SandboxOptions } from './control/start.ts';
// What an operator's commands do to it from outside its calls.
export * from './stripe/commands.ts';
export * as paypal from './paypal/commands.ts';
// What a customer does on its hosted pages.
export { authenticate, payCheckout, skipPayment } from './stripe/engine/checkout.ts';
export { payInvoice, portalSession, replaceCard, setDefaultCard } from './stripe/engine/portal.ts';
