import type { IncomingMessage, ServerResponse } from 'node:http';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** How many changes begin within one turn of the event loop: about 2 ms of work before their first wait. */
const CHANGES_A_TURN = 16;

/**
 * Begins requests in order of arrival, at most some changes in each turn of the event loop, reads at once: where
 * hundreds press at one instant, a read does not wait until all have begun (docs/decisions/0131-begin-changes-in-turns.md).
 */
export function inTurns(handle: Handler): Handler {
  const waiting: [IncomingMessage, ServerResponse][] = [];
  let left = CHANGES_A_TURN;
  let isScheduled = false;
  const nextTurn = (): void => {
    isScheduled = false;
    left = CHANGES_A_TURN;
    for (const [request, response] of waiting.splice(0, left)) begin(request, response);
    if (waiting.length > 0) schedule();
  };
  const schedule = (): void => {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(nextTurn);
  };
  const begin: Handler = (request, response) => {
    left -= 1;
    schedule();
    handle(request, response);
  };
  return (request, response) => {
    if (request.method === 'GET' || request.method === 'HEAD') handle(request, response);
    else if (left > 0 && waiting.length === 0) begin(request, response);
    else {
      waiting.push([request, response]);
      schedule();
    }
  };
}
