import { describe, expect } from 'vitest';
import { KILLS, test } from './test.ts';

describe('killed in the middle of bookings, messages, uploads and status changes', () => {
  test(
    `the server, ${KILLS} times: nothing it confirmed is missing, nothing is half done, each time it is back within 3 s on an idle machine`,
    { timeout: KILLS * 60_000 },
    async ({ studio, waitUntil, killRepeatedly }) => {
      const slow = await killRepeatedly({
        name: 'The server',
        kill: () => studio.killServer(),
        recover: async () => {
          await studio.restart();
          await waitUntil('the studio is ready', () => studio.isReady());
        },
      });
      expect(slow).toEqual([]);
    },
  );

  test(
    `the database, ${KILLS} times: the same, without the operator doing anything`,
    { timeout: KILLS * 60_000 },
    async ({ studio, waitUntil, killRepeatedly }) => {
      let pid = 0;
      const slow = await killRepeatedly({
        name: 'The database',
        kill: async () => {
          pid = studio.databasePid();
          process.kill(pid, 'SIGKILL');
        },
        recover: async () => {
          await waitUntil('another database runs', () => studio.databasePid() !== pid);
          await waitUntil('the studio is ready', () => studio.isReady());
        },
      });
      expect(slow).toEqual([]);
      expect(studio.server.process.exitCode).toBe(null);
    },
  );
});
