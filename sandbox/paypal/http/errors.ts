import type { Link } from '../store/basics.ts';

/** What is wrong with one field, or why something cannot be done. */
export interface Detail {
  readonly issue: string;
  readonly description: string;
  readonly field?: string;
  readonly value?: string;
  readonly location?: 'body' | 'path' | 'query';
}

/** An answer other than 2xx, as PayPal words it. */
export class PayPalError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly Detail[];
  readonly links: readonly Link[];
  /** What the request has changed so far is committed. */
  readonly keeps: boolean;

  constructor(
    status: number,
    code: string,
    message: string,
    {
      details = [],
      links = [],
      keeps = false,
    }: Partial<Pick<PayPalError, 'details' | 'links' | 'keeps'>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
    this.links = links;
    this.keeps = keeps;
  }
}

export const notFound = (): PayPalError =>
  new PayPalError(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', {
    details: [
      {
        issue: 'INVALID_RESOURCE_ID',
        description: 'Specified resource ID does not exist. Please check the resource ID and try again.',
      },
    ],
  });

/** 400: the request does not have the right form. */
export const invalid = (details: readonly Detail[]): PayPalError =>
  new PayPalError(
    400,
    'INVALID_REQUEST',
    'Request is not well-formed, syntactically incorrect, or violates schema.',
    { details },
  );

/** 422: not in this state. */
export const refused = (
  issue: string,
  description: string,
  more: { links?: readonly Link[]; keeps?: boolean } = {},
): PayPalError =>
  new PayPalError(
    422,
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
    { details: [{ issue, description }], ...more },
  );

export const unauthorized = (): PayPalError =>
  new PayPalError(
    401,
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  );
