import type { Settings } from '../../lib/settings.ts';
import { note, right, wrong, type Finding } from './finding.ts';

/** A batch without a span, in each protocol. */
const EMPTY = { 'http/json': '{"resourceSpans":[]}', 'http/protobuf': '' } as const;
const TYPES = { 'http/json': 'application/json', 'http/protobuf': 'application/x-protobuf' } as const;

/** The collector of traces takes an empty batch. Throws when it does not answer. */
export async function checkTraces({ tracing }: Pick<Settings, 'tracing'>): Promise<readonly Finding[]> {
  if (tracing === null)
    return [note('Traces', 'No OTEL_EXPORTER_OTLP_ENDPOINT is used: there are no traces.')];
  const { url, protocol, headers, timeoutMs } = tracing;
  const { host } = new URL(url);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': TYPES[protocol] },
    body: EMPTY[protocol],
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new Error(`The collector at ${host} does not answer.`, { cause: error });
  });
  await answer.body?.cancel();
  if (answer.ok) return [right('Traces', `The collector at ${host} takes them.`)];
  const isKey = answer.status === 401 || answer.status === 403;
  const reason = isKey ? 'see OTEL_EXPORTER_OTLP_HEADERS' : 'see OTEL_EXPORTER_OTLP_ENDPOINT';
  return [wrong('Traces', `The collector at ${host} answers ${answer.status}: ${reason}.`)];
}
