import type { Client } from 'pg';
import { activeSpan, failureOf, type Span } from '../lib/tracing/span.ts';
import { statementShape } from '../lib/tracing/statement-shape.ts';

/** A pg client with a span for each statement of a recorded trace, until its answer (docs/operating.md#traces). */
export function tracedClient(Base: typeof Client): typeof Client {
  return class TracedClient extends Base {
    override query(...args: unknown[]): never {
      const parent = activeSpan();
      const [text] = args;
      if (parent?.isRecording !== true || typeof text !== 'string')
        return (super.query as (...rest: unknown[]) => never)(...args);
      const span = statementSpan(parent, text);
      const sent = (super.query as (...rest: unknown[]) => unknown)(...args);
      if (sent instanceof Promise)
        sent.then(
          () => span.end(),
          (error: unknown) => span.end(failureOf(error)),
        );
      else span.end();
      return sent as never;
    }
  };
}

function statementSpan(parent: Span, sql: string): Span {
  const { summary, operation, text } = statementShape(sql);
  return parent.begin({
    name: summary,
    kind: 'client',
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summary,
      'db.query.text': text,
    },
  });
}
