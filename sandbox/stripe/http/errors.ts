import type Stripe from 'stripe';

/** The inside of an error body, as Stripe documents it. */
export interface ErrorBody {
  readonly type: 'invalid_request_error' | 'card_error' | 'idempotency_error' | 'api_error';
  readonly message: string;
  readonly code?: string;
  readonly param?: string;
  readonly decline_code?: string;
  readonly charge?: string;
  readonly payment_intent?: Stripe.PaymentIntent;
  readonly payment_method?: Stripe.PaymentMethod;
  readonly setup_intent?: Stripe.SetupIntent;
  readonly doc_url?: string;
}

/** An answer other than 200. With `keeps`, what the request has changed so far is committed, as after a declined card. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorBody;
  readonly keeps: boolean;

  constructor(status: number, body: ErrorBody, keeps = false) {
    super(body.message);
    this.status = status;
    this.keeps = keeps;
    this.body =
      body.code === undefined
        ? body
        : { ...body, doc_url: `https://stripe.com/docs/error-codes/${body.code.replaceAll('_', '-')}` };
  }
}

/** 400: the request is wrong, at `param` where that is known. */
export const invalid = (message: string, param?: string, code?: string): ApiError =>
  new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  });

/** An id that does not exist: 404 in the path, 400 in a parameter. */
export const missing = (what: string, id: string, param = 'id'): ApiError =>
  new ApiError(param === 'id' ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${what}: '${id}'`,
    param,
  });

/** Why a call below /sandbox is not done. */
export const refusal = (status: number, message: string): ApiError =>
  new ApiError(status, { type: 'invalid_request_error', message });
