import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { downloadLink, listFiles } from '#shared/files/contract.ts';
import type { Database } from '#server/db/database.ts';
import { brokenInvariants } from '../api/invariants.ts';
import type { RetryingClient } from './retrying-client.ts';

/** A file that the studio has confirmed. */
interface ConfirmedFile {
  readonly owner: RetryingClient;
  readonly sessionId: number;
  readonly path: string;
  readonly size: number;
  readonly checksum: string;
  isVerified: boolean;
}

/** Everything that the studio has confirmed; none of it may be missing later. */
export class Confirmed {
  readonly booked = new Map<number, string>();
  readonly cancelled = new Set<number>();
  readonly messages: { threadId: string; body: string }[] = [];
  readonly files: ConfirmedFile[] = [];
  readonly approved = new Map<number, number>();

  /** Confirmations by kind. */
  get counts(): Record<string, number> {
    return {
      bookings: this.booked.size,
      cancellations: this.cancelled.size,
      messages: this.messages.length,
      files: this.files.length,
      approvals: [...this.approved.values()].reduce((sum, n) => sum + n, 0),
    };
  }

  /** Number of confirmations. */
  get count(): number {
    return Object.values(this.counts).reduce((sum, n) => sum + n, 0);
  }

  /** Problems of the database as text; empty when every fact and invariant holds. */
  async problems(db: Database): Promise<string[]> {
    return [
      ...(await brokenInvariants(db)),
      ...(await this.sessionProblems(db)),
      ...(await this.messageProblems(db)),
      ...(await this.fileProblems()),
    ];
  }

  private async sessionProblems(db: Database): Promise<string[]> {
    const rows = await db.selectFrom('sessions').select(['id', 'phase', 'title']).execute();
    const phases = new Map(rows.map(({ id, phase }) => [id, phase]));
    const problems: string[] = [];
    for (const [id, title] of this.booked) {
      const phase = this.cancelled.has(id) ? 'cancelled' : 'booked';
      if (phases.get(id) !== phase) problems.push(`session ${id} was ${phase} and is ${phases.get(id)}`);
      const copies = rows.filter((row) => row.title === title).length;
      if (copies !== 1) problems.push(`'${title}' was confirmed once and is there ${copies} times`);
    }
    const { rows: events } = await sql<{ id: number; n: number }>`
      select session_id as id, count(*)::int as n from session_events where event = 'approve' group by 1`.execute(
      db,
    );
    const approvals = new Map(events.map(({ id, n }) => [id, n]));
    for (const [id, n] of this.approved)
      if ((approvals.get(id) ?? 0) < n) problems.push(`session ${id} has lost one of ${n} approvals`);
    return problems;
  }

  private async messageProblems(db: Database): Promise<string[]> {
    const { rows } = await sql<{
      body: string;
      thread_id: string;
    }>`select body, thread_id from messages`.execute(db);
    const found = new Map<string, number>();
    for (const { body, thread_id } of rows)
      found.set(thread_id + body, (found.get(thread_id + body) ?? 0) + 1);
    return this.messages.flatMap(({ threadId, body }) => {
      const times = found.get(threadId + body) ?? 0;
      return times === 1 ? [] : [`the message '${body}' is there ${times} times`];
    });
  }

  /** Each file must be listed with its size; its bytes are read once. */
  private async fileProblems(): Promise<string[]> {
    const problems: string[] = [];
    for (const file of this.files.filter(({ isVerified }) => !isVerified)) {
      const { owner, sessionId, path, size, checksum } = file;
      const listed = await owner.call(listFiles, { query: { session_id: sessionId, folder: 'user' } });
      const entry = listed.body.files.find((file) => file.filePath === path);
      if (entry?.size !== size) {
        problems.push(`'${path}' had ${size} bytes and is listed with ${entry?.size}`);
        continue;
      }
      const link = await owner.call(downloadLink, { query: { session_id: sessionId, path, folder: 'user' } });
      const bytes = await owner.get(link.body.downloadUrl);
      if (createHash('sha256').update(bytes).digest('hex') !== checksum)
        problems.push(`'${path}' has other bytes`);
      file.isVerified = true;
    }
    return problems;
  }
}
