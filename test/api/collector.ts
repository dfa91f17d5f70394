import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A span as a collector gets it. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | null;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, string | number>>;
  /** 2: an error. */
  readonly status: number;
}

/** A request with spans, as it came. */
export interface SentBatch {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface Value {
  readonly stringValue?: string;
  readonly intValue?: number | string;
  readonly doubleValue?: number;
}
interface Attribute {
  readonly key: string;
  readonly value: Value;
}
interface Span extends Pick<SentSpan, 'traceId' | 'spanId' | 'name' | 'kind'> {
  readonly parentSpanId?: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}
interface Batch {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const valueOf = ({ stringValue, intValue, doubleValue }: Value): string | number =>
  stringValue ?? Number(intValue ?? doubleValue);
const attributesOf = (list: readonly Attribute[]): SentSpan['attributes'] =>
  Object.fromEntries(list.map(({ key, value }) => [key, valueOf(value)]));

/** An OpenTelemetry collector on loopback that takes JSON; `state.status` 0 never answers. */
export async function startCollector() {
  const state = { status: 200 };
  const batches: SentBatch[] = [];
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    batches.push({ path: request.url ?? '', headers: request.headers, body });
    if (state.status > 0) response.writeHead(state.status, { 'content-type': 'application/json' }).end('{}');
  };
  const server = createServer((request, response) => {
    void take(request, response);
  });
  await new Promise<void>((listens) => {
    server.listen(0, '127.0.0.1', listens);
  });
  const { port } = server.address() as AddressInfo;
  const read = (): Batch['resourceSpans'] =>
    batches.flatMap(({ body }) => (JSON.parse(body.toString('utf8')) as Batch).resourceSpans);
  return {
    state,
    batches,
    url: `http://127.0.0.1:${port}`,
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    },
    /** All that came, as text. */
    text: () => batches.map(({ body }) => body.toString('utf8')).join('\n'),
    resource: () => attributesOf(read()[0]?.resource.attributes ?? []),
    /** The spans that came, of one trace or of all. */
    spans: (traceId?: string): SentSpan[] =>
      read()
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
        .filter((span) => traceId === undefined || span.traceId === traceId)
        .map(({ parentSpanId, attributes, status, ...span }) => ({
          ...span,
          parentSpanId: parentSpanId || null,
          attributes: attributesOf(attributes),
          status: status.code ?? 0,
        })),
    close: () =>
      new Promise<void>((closes) => {
        server.close(() => closes());
        server.closeAllConnections();
      }),
  };
}
