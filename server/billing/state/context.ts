import type { Ctx } from '../../ctx/ctx.ts';

/** What storing a customer's state needs of a call's context. */
export type ApplyCtx = Pick<Ctx, 'db' | 'now' | 'flags' | 'events' | 'log'>;
