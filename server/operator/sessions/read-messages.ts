import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import type * as contract from '#shared/operator/contract-session-verbs.ts';
import { MESSAGES_MAX } from '#shared/operator/rules-sessions.ts';
import type { Ctx } from '../../ctx/ctx.ts';
import { audit } from '../../db/audit.ts';
import { together } from '../../db/pipeline.ts';
import { transaction } from '../../db/transaction.ts';
import * as queries from './queries-session.ts';

/**
 * The messages of a session, for a reason that is in the audit log (docs/product/operator.md#reading-messages). For its
 * two people they stay unread.
 */
export function readMessages(
  ctx: Ctx,
  { params: { id }, body }: InputOf<typeof contract.readMessages>,
): Promise<Result<ResponseOf<typeof contract.readMessages>, ProblemOf<typeof contract.readMessages>>> {
  return transaction(ctx, async (tx) => {
    const [session, rows] = await together([
      queries.sessionById(tx, id),
      queries.messagesOf(tx, id, MESSAGES_MAX),
    ]);
    if (session === undefined) return fail('not_found');
    const total = rows[0]?.total ?? 0;
    await audit(tx, ctx, {
      what: 'messages.read',
      object: { kind: 'session', id },
      personId: session.client_id,
      reason: body.reason,
      after: { messages: rows.length },
    });
    const messages = rows.toReversed().map(({ id: messageId, body: text, created_at, ...author }) => ({
      id: messageId,
      at: created_at.toString(),
      body: text,
      by: { id: author.author_id, name: author.author_name },
    }));
    return ok({ messages, total });
  });
}
