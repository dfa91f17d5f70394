/** Reads a calendar off the event loop: the thread is ended when it takes too long or too much memory. */
import { parentPort, workerData } from 'node:worker_threads';
import type { BusyQuery } from './occurrences.ts';
import { parseBusy } from './parse-busy.ts';

const { text, query } = workerData as { readonly text: string; readonly query: BusyQuery };

parentPort?.postMessage(parseBusy(text, query), []);
