import * as fc from 'fast-check';
import { checkExtension, checkHold, type HoldRecord } from '#shared/booking/rules-holding.ts';

/** A model's people, slots and initial credits. */
export const PEOPLE = 3;
export const SLOTS = 6;
export const CREDITS = 4;

/** An action or event. */
export type Command =
  | { readonly do: 'hold'; readonly who: number; readonly from: number; readonly length: number }
  | { readonly do: 'extend' | 'release' | 'confirm'; readonly who: number }
  | { readonly do: 'cancel' | 'edit'; readonly who: number; readonly which: number }
  | { readonly do: 'move'; readonly who: number; readonly which: number; readonly from: number }
  | { readonly do: 'wait'; readonly minutes: number }
  | { readonly do: 'sweep' };

const who = fc.nat(PEOPLE - 1);
/** Any of it, by anybody. */
export const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('hold' as const),
      who,
      from: fc.nat(SLOTS - 1),
      length: fc.integer({ min: 1, max: 2 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('confirm' as const), who }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('extend' as const, 'release' as const), who }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'edit' as const), who, which: fc.nat(3) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      who,
      which: fc.nat(3),
      from: fc.nat(SLOTS - 1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), minutes: fc.constantFrom(1, 10, 15, 25, 61) }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'sweep' as const }) },
);

/** A time that somebody wants to hold, and what it costs. */
type HeldTime = Pick<HoldRecord, 'musician_id' | 'starts_at' | 'ends_at'> & { readonly cost: number };

/** A session that the model has as booked; slots by their number. */
export interface Booked {
  readonly id: number;
  readonly who: number;
  readonly at: Temporal.Instant;
  slots: readonly number[];
  /** How often it was edited and moved. */
  edits: number;
  moves: number;
}

/** A simple model of holds and bookings, to compare the product with. */
export class BookingModel {
  now: Temporal.Instant;
  readonly holds = new Map<
    number,
    { id: number; slots: readonly number[]; until: Temporal.Instant; extended: boolean }
  >();
  readonly booked: Booked[] = [];
  readonly credits = Array.from({ length: PEOPLE }, () => CREDITS);
  /** What each person has held; the last is the latest. */
  readonly held: HoldRecord[][] = Array.from({ length: PEOPLE }, () => []);

  constructor(now: Temporal.Instant) {
    this.now = now;
  }

  live(person: number) {
    const hold = this.holds.get(person);
    return hold && Temporal.Instant.compare(hold.until, this.now) > 0 ? hold : undefined;
  }
  /** The product's rule of holding, which has tests of its own. */
  private holding(person: number, wanted: HeldTime) {
    const credits = this.credits[person] ?? 0;
    return { past: this.held[person] ?? [], requested: wanted, credits, zone: 'UTC', now: this.now };
  }
  mayHold(person: number, wanted: HeldTime): boolean {
    return checkHold(this.holding(person, wanted)).ok;
  }
  mayExtend(person: number, wanted: HeldTime, until: Temporal.Instant): boolean {
    return checkExtension(this.holding(person, wanted), until).ok;
  }
  /** Records a new hold, replacing a live one. */
  note(person: number, { cost, ...time }: HeldTime): void {
    if (this.live(person)) this.noteEnd(person, this.now);
    const affordable = (this.credits[person] ?? 0) >= cost;
    const held_until = this.now.add({ minutes: 15 });
    this.held[person]?.push({ ...time, held_at: this.now, held_until, booked: false, affordable });
  }
  noteEnd(person: number, held_until: Temporal.Instant, booked = false): void {
    const last = this.held[person]?.pop();
    if (last) this.held[person]?.push({ ...last, held_until, booked });
  }
  isFree(slot: number, asking: number): boolean {
    const others = [...this.holds.keys()].filter((person) => person !== asking && this.live(person));
    return (
      !this.booked.some(({ slots }) => slots.includes(slot)) &&
      !others.some((person) => this.holds.get(person)?.slots.includes(slot))
    );
  }
  /** Whether cancelling refunds: slots are a week ahead, so only the first hour matters. */
  pays(session: Booked): boolean {
    return Temporal.Instant.compare(this.now, session.at.add({ minutes: 60 })) > 0;
  }
  /** Expected response of a move. */
  moving(session: Booked, to: readonly number[]): '200' | '409' | '422' {
    if (!this.pays(session)) return '409';
    const others = this.booked.filter((one) => one !== session);
    const held = [...this.holds.keys()].filter((person) => this.live(person));
    const taken = [...others.map(({ slots }) => slots), ...held.map((n) => this.holds.get(n)?.slots ?? [])];
    if (to.some((slot) => taken.some((slots) => slots.includes(slot)))) return '409';
    return to.length === session.slots.length ? '200' : '422';
  }
  bookedBy(person: number) {
    return this.booked.filter((session) => session.who === person);
  }
}
