import { test as base } from 'vitest';
import { Caller, Tally } from './caller.ts';
import { startCluster } from './cluster.ts';

/** `test` with three server processes behind nginx, and what one needs to walk through them. */
export const test = base
  .extend('cluster', { scope: 'file' }, async ({}, { onCleanup }) => {
    const cluster = await startCluster();
    onCleanup(() => cluster.close());
    return cluster;
  })
  /** Two musicians with hours every day. */
  .extend('musicians', { scope: 'file' }, ({ cluster: { studio } }) =>
    Promise.all([studio.makeMusician(), studio.makeMusician({ name: 'Rui Costa' })]),
  )
  /** Somebody new with credits, and their calls. */
  .extend('client', async ({ cluster }) => {
    const person = await cluster.studio.makeClient();
    return { person, caller: new Caller(cluster.browser(person), new Tally()) };
  });
