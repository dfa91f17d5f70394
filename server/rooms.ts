import { sweepAccounts } from './accounts/jobs.ts';
import { routes as accounts } from './accounts/routes.ts';
import { routes as content } from './content/routes.ts';
import type { Bound } from './lib/bind.ts';
import type { Handler, Job } from './lib/events.ts';
import { routes as messages } from './messages/routes.ts';
import { routes as sessions } from './sessions/routes.ts';

/** Every endpoint of every room; the API, its document and the access tests are made from this list. */
export const ENDPOINTS: readonly Bound[] = [...accounts, ...content, ...sessions, ...messages];

/** Who does what about which event. */
export const HANDLERS: readonly Handler[] = [];

/** What runs by itself. */
export const JOBS: readonly Job[] = [sweepAccounts];
