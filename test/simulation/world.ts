import type { FixedClock } from '../api/fixed-clock.ts';
import type { TestApp } from '../api/app.ts';
import type { Studio } from '../api/studio.ts';
import type { PayPalWorld } from '../storm/paypal-steps.ts';
import type { Faults } from './faults.ts';
import type { Inbox } from './inbox.ts';
import type { Memory } from './memory.ts';
import type { SimulatedPerson } from './person.ts';
import type { Processes } from './processes.ts';
import type { Report } from './report.ts';

/** A simulated studio with everybody in it. */
export interface World extends PayPalWorld {
  readonly random: () => number;
  readonly clock: FixedClock;
  /** Looks at the database from beside the processes; its `call` goes through any of them. */
  readonly app: TestApp;
  readonly processes: Processes;
  readonly studio: Studio;
  readonly inbox: Inbox;
  readonly faults: Faults;
  readonly memory: Memory;
  readonly report: Report;
  readonly clients: SimulatedPerson[];
  readonly managed: SimulatedPerson[];
  readonly musicians: SimulatedPerson[];
  readonly operators: SimulatedPerson[];
}
