import { Client } from 'pg';
import { onFirstAnswer, sentBy } from './sent.ts';

/** The statements of a piece of work, by the wait that they shared. */
export type RoundTrips = readonly (readonly string[])[];

/**
 * Runs `work` and returns its round trips to the database: statements sent before the answer to any of them count as
 * one. Counts all connections of this process.
 */
export async function roundTrips(work: () => Promise<unknown>): Promise<RoundTrips> {
  const trips: string[][] = [];
  let answered = true;
  const prototype = Client.prototype as unknown as { query: (...args: unknown[]) => unknown };
  const { query } = prototype;
  const onAnswer = (): void => {
    answered = true;
  };
  prototype.query = function counted(this: unknown, ...args: unknown[]) {
    if (answered) trips.push([]);
    answered = false;
    trips.at(-1)?.push(...sentBy(args).map(({ text }) => text));
    onFirstAnswer(args, onAnswer);
    const sent = query.apply(this, args);
    if (sent instanceof Promise) sent.then(onAnswer, onAnswer);
    return sent;
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return trips;
}
