import type { listLoginSessions as listEndpoint } from '#shared/accounts/contract-login-sessions.ts';
import { deviceName } from '#shared/accounts/rules-device.ts';
import type { ResponseOf } from '#shared/lib/endpoint.ts';
import { ok, type Result } from '#shared/lib/result.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { hashToken } from '../../lib/ids.ts';
import { loginSessionsOf } from './queries-login-sessions.ts';

/**
 * The caller's login sessions, most recently used first; `token` identifies the current one
 * (docs/product/accounts.md#login-session-list).
 */
export async function listLoginSessions(
  { db, actor, now }: Pick<SignedInCtx, 'db' | 'actor' | 'now'>,
  token: string,
): Promise<Result<ResponseOf<typeof listEndpoint>, never>> {
  const rows = await loginSessionsOf(db, actor.id, hashToken(token), now);
  const login_sessions = rows.map(({ id, user_agent, created_at, seen_at, current }) => ({
    id,
    device: deviceName(user_agent),
    created_at: created_at.toString(),
    last_seen_at: seen_at.toString(),
    current: Boolean(current),
  }));
  return ok({ login_sessions });
}
