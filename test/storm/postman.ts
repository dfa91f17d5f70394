import { inParallel } from '#server/lib/parallel.ts';
import type { CommandContext } from '#sandbox/stripe/commands.ts';
import type { TestApp } from '../api/app.ts';
import type { Store } from '../rooms/store.ts';
import { falsehood, genuine, post, type Delivery, type ProviderEvent } from './deliveries.ts';
import { NaiveHandler } from './naive.ts';
import { shuffled } from './random.ts';

/** Delivers events that happened, some again and again, and false ones between them. */
export class Postman {
  readonly events: ProviderEvent[] = [];
  readonly wrongAnswers: string[] = [];
  readonly naive: NaiveHandler;
  delivered = 0;
  #waiting: ProviderEvent[] = [];
  #seen = 0;

  readonly #app: TestApp;
  readonly #sandbox: CommandContext;
  readonly #random: () => number;

  constructor(app: TestApp, sandbox: CommandContext, store: Store, random: () => number) {
    this.#app = app;
    this.#sandbox = sandbox;
    this.#random = random;
    this.naive = new NaiveHandler(store);
  }

  /** Takes what has happened at the provider since the last time. */
  async collect(): Promise<void> {
    const { rows } = await this.#sandbox.pool.query<{ seq: string; data: ProviderEvent }>(
      `select seq, data from sandbox_stripe.objects where kind = 'event' and seq > $1 order by seq`,
      [this.#seen],
    );
    this.#seen = Number(rows.at(-1)?.seq ?? this.#seen);
    for (const { data } of rows) {
      this.events.push(data);
      this.#waiting.push(data);
    }
  }

  /** Delivers a share of what waits in any order, and fills up to `total` with repetitions and falsehoods. */
  async deliver(total: number, share: number): Promise<void> {
    const signing = {
      secret: this.#app.payments.stripe?.webhookSecret ?? '',
      now: Math.floor(this.#app.clock.now().epochMilliseconds / 1000),
    };
    const order = shuffled(this.#random, this.#waiting);
    const now = order.slice(0, Math.ceil(order.length * share));
    this.#waiting = order.slice(now.length);
    const deliveries = now.map((event) => genuine(event, signing));
    while (this.events.length > 0 && this.delivered + deliveries.length < total) {
      const event = this.events[Math.floor(this.#random() * this.events.length)];
      if (event === undefined) break;
      const isTrue = this.#random() < 0.6 && !this.#waiting.includes(event);
      deliveries.push(isTrue ? genuine(event, signing) : falsehood(this.#random, event, signing));
    }
    await inParallel(8, shuffled(this.#random, deliveries), (delivery) => this.#post(delivery));
  }

  async #post(delivery: Delivery): Promise<void> {
    const status = await post(this.#app, delivery);
    this.delivered += 1;
    if (status !== delivery.status)
      this.wrongAnswers.push(`${status} instead of ${delivery.status} for ${delivery.body.slice(0, 200)}`);
    if (delivery.event !== null) this.naive.handle(delivery.event);
  }
}
