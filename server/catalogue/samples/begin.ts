import type { beginSample as beginSampleEndpoint } from '#shared/catalogue/contract-samples.ts';
import { MAX_SAMPLES, sampleFileProblem, titleOfFile } from '#shared/catalogue/rules-samples.ts';
import type { InputOf, ProblemOf, ResponseOf } from '#shared/lib/endpoint.ts';
import { oneLine } from '#shared/lib/text.ts';
import { fail, ok, type Result } from '#shared/lib/result.ts';
import { transaction } from '../../db/transaction.ts';
import type { SignedInCtx } from '../../ctx/ctx.ts';
import { newId } from '../../lib/ids.ts';
import { enqueueAborts, wholeFilePart } from '../../storage/uploads.ts';
import { newKey } from './new-key.ts';
import { ownSample } from './list.ts';
import * as queries from './queries-samples.ts';

const LINK_SECONDS = 3600;

type Outcome = Result<ResponseOf<typeof beginSampleEndpoint>, ProblemOf<typeof beginSampleEndpoint>>;

/** Begins a sample: a link that takes exactly the announced bytes (docs/product/samples.md#sending). */
export async function beginSample(
  ctx: SignedInCtx,
  { body }: InputOf<typeof beginSampleEndpoint>,
): Promise<Outcome> {
  const { actor, now, storage } = ctx;
  const problem = sampleFileProblem(body);
  if (problem !== null) return fail(problem);
  const count = await queries.countSamples(ctx.db, actor.id);
  if (count === null) return fail('not_found');
  if (count >= MAX_SAMPLES) return fail('too_many');
  const id = newId();
  const key = newKey(actor.id, id);
  const type = /\.mp3$/i.test(body.name) ? 'audio/mpeg' : 'audio/wav';
  const putId = await storage.create(key, type);
  const begun = await transaction(ctx, async (tx) => {
    await queries.lockMusician(tx, actor.id);
    if (((await queries.countSamples(tx, actor.id)) ?? MAX_SAMPLES) >= MAX_SAMPLES) return fail('too_many');
    const row = await queries.insertSample(tx, {
      id,
      musician_id: actor.id,
      title: titleOfFile(body.name),
      did: '',
      name: oneLine(body.name),
      content_type: type,
      size: body.size,
      key,
      put_id: putId,
      state: 'arriving',
      created_at: now,
    });
    return ok(ownSample(row));
  });
  if (!begun.ok) {
    await transaction(ctx, async (tx) => {
      await enqueueAborts(ctx, tx, [{ key, put_id: putId, upload_id: null }]);
      return ok(null);
    });
    return begun;
  }
  const request = wholeFilePart(putId, body.size);
  const url = await storage.presignParts({ key, request, expiresIn: LINK_SECONDS, origin: ctx.origin });
  return ok({ sample: begun.value, url });
}
