import { loadStripe } from '@stripe/stripe-js/pure/index.js';
import type { Stripe, StripeCardNumberElement } from '@stripe/stripe-js';
import { useCallback, useEffect, useRef, useState } from 'react';

export const ELEMENTS = ['cardNumber', 'cardExpiry', 'cardCvc'] as const;
export type ElementName = (typeof ELEMENTS)[number];

export interface ElementState {
  readonly focused: boolean;
  /** The provider's message. */
  readonly error: string | null;
}

const INITIAL: ElementState = { focused: false, error: null };

/** A custom property of the theme: the provider's frames cannot read our stylesheets. */
const token = (name: string): string =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** The provider's script and its three fields, mounted where `place` puts them. */
export function useStripeElements(publishableKey: string) {
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
  const [fields, setFields] = useState<Readonly<Record<ElementName, ElementState>>>({
    cardNumber: INITIAL,
    cardExpiry: INITIAL,
    cardCvc: INITIAL,
  });
  const places = useRef(new Map<ElementName, HTMLElement>());
  const mounted = useRef<{ stripe: Stripe; number: StripeCardNumberElement } | null>(null);
  const change = useCallback(
    (name: ElementName, by: Partial<ElementState>) =>
      setFields((now) => ({ ...now, [name]: { ...now[name], ...by } })),
    [],
  );

  useEffect(() => {
    let ended = false;
    const unmount: (() => void)[] = [];
    const mount = async () => {
      const stripe = await loadStripe(publishableKey);
      if (ended || stripe === null) return;
      const elements = stripe.elements();
      const style = {
        base: {
          color: token('--ink'),
          fontSize: '16px',
          fontFamily: 'system-ui, sans-serif',
          '::placeholder': { color: token('--muted') },
        },
        invalid: { color: token('--danger-text') },
      };
      const number = elements.create('cardNumber', { style, showIcon: true });
      const all = [
        ['cardNumber', number],
        ['cardExpiry', elements.create('cardExpiry', { style })],
        ['cardCvc', elements.create('cardCvc', { style })],
      ] as const;
      for (const [name, element] of all) {
        const place = places.current.get(name);
        if (place === undefined) continue;
        element.mount(place);
        const field = element as StripeCardNumberElement;
        field.on('focus', () => change(name, { focused: true }));
        field.on('blur', () => change(name, { focused: false }));
        field.on('change', ({ error }) => change(name, { error: error?.message ?? null }));
        unmount.push(() => field.destroy());
      }
      mounted.current = { stripe, number };
      setState('ready');
    };
    mount().catch(() => {
      if (!ended) setState('failed');
    });
    return () => {
      ended = true;
      mounted.current = null;
      for (const end of unmount) end();
    };
  }, [publishableKey, change]);

  const place = (name: ElementName) => (node: HTMLElement | null) => {
    if (node === null) places.current.delete(name);
    else places.current.set(name, node);
  };
  return { state, fields, place, change, mounted };
}
