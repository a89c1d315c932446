// The checkout form: address, day of delivery, payment, terms; it says what is missing.
import { useCallback, useEffect, useState, type FormEvent } from 'react';
import type { Cart, Order, Purchase } from '../../model.js';
import { ApiError, call } from '../api.js';
import { broken } from '../broken.js';
import { euro } from '../format.js';
import { useLoaded } from '../loaded.js';
import { navigate } from '../router.js';
import { useSession } from '../session.js';

const COUNTRIES: Record<string, string> = {
  PT: 'Portugal',
  IE: 'Ireland',
  DE: 'Germany',
  NL: 'Netherlands',
};

type Missing = Record<string, string>;

function missing(form: FormData): Missing {
  const found: Missing = {};
  for (const [name, text] of [
    ['name', 'Tell us your name.'],
    ['street', 'Tell us the street.'],
    ['city', 'Tell us the city.'],
    ['country', 'Choose a country.'],
    ['deliveryDate', 'Choose a day.'],
  ] as const) {
    if (!form.get(name)) found[name] = text;
  }
  if (!/^[\w -]{4,8}$/.test(String(form.get('postcode')))) {
    found['postcode'] = 'A postcode has four to eight characters.';
  }
  if (!form.get('terms') && !broken('terms-optional')) {
    found['terms'] = 'Please accept the terms.';
  }
  return found;
}

function purchase(form: FormData, paymentToken: string): Purchase {
  const text = (name: string) => String(form.get(name) ?? '');
  const payment = text('payment') === 'card' ? 'card' : 'invoice';
  return {
    address: {
      name: text('name'),
      street: text('street'),
      city: text('city'),
      postcode: text('postcode'),
      country: text('country'),
    },
    deliveryDate: text('deliveryDate'),
    giftWrap: form.has('giftWrap'),
    terms: form.has('terms'),
    payment,
    ...(payment === 'card' ? { paymentToken } : {}),
  };
}

function Estimate({ country }: { country: string }) {
  const load = useCallback(
    () => call<{ days: number }>('GET', `/api/shipping-estimate?country=${country}`),
    [country],
  );
  const { value, isLoading } = useLoaded(load);
  if (isLoading) return <p className="spinner">Asking the carrier…</p>;
  return <p className="estimate">Arrives within {value?.days} days</p>;
}

/** The card is typed in a frame of its own, which tells when it was authorised. */
function Payment({ onToken }: { onToken: (token: string) => void }) {
  const [method, setMethod] = useState('invoice');
  const [lastDigits, setLastDigits] = useState('');
  useEffect(() => {
    const heard = ({ data, origin }: MessageEvent) => {
      if (origin !== location.origin || data?.type !== 'authorised') return;
      onToken(String(data.paymentToken));
      setLastDigits(String(data.lastDigits));
    };
    window.addEventListener('message', heard);
    return () => window.removeEventListener('message', heard);
  }, [onToken]);
  return (
    <fieldset>
      <legend>Payment</legend>
      {[
        ['invoice', 'On invoice'],
        ['card', 'By card'],
      ].map(([value, title]) => (
        <label key={value}>
          <input
            type="radio"
            name="payment"
            value={value}
            checked={method === value}
            onChange={() => setMethod(value ?? '')}
          />
          {title}
        </label>
      ))}
      {method === 'card' && <iframe title="Card payment" src="/payment-frame" />}
      {lastDigits !== '' && <p className="authorised">Card •••• {lastDigits} authorised</p>}
    </fieldset>
  );
}

export function Checkout() {
  const { counted } = useSession();
  const load = useCallback(() => call<Cart>('GET', '/api/cart'), []);
  const { value: cart } = useLoaded(load);
  const [wrong, setWrong] = useState<Missing>({});
  const [country, setCountry] = useState('');
  const [paymentToken, setPaymentToken] = useState('');
  const [refused, setRefused] = useState('');

  useEffect(() => {
    if (broken('checkout-logs-error')) console.error('Checkout: unknown tax zone', { zone: null });
  }, []);

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const found = missing(form);
    setWrong(found);
    if (Object.keys(found).length > 0) return;
    const body = purchase(form, paymentToken);
    try {
      const sent = call<Order>('POST', '/api/orders', body);
      if (broken('order-twice')) void call('POST', '/api/orders', body).catch(() => {});
      const order = await sent;
      counted(null);
      navigate(broken('order-to-cart') ? '/cart' : `/orders/${order.number}/thanks`);
    } catch (error) {
      setRefused(error instanceof ApiError ? error.message : 'We cannot take your order.');
    }
  };

  const field = (name: string, title: string, more: Record<string, string> = {}) => (
    <label>
      {title}
      <input name={name} aria-invalid={wrong[name] !== undefined} {...more} />
      {wrong[name] && <span className="field-error">{wrong[name]}</span>}
    </label>
  );

  return (
    <>
      <h1>Checkout</h1>
      <form className="card checkout" onSubmit={(event) => void submit(event)} noValidate>
        {field('name', 'Full name', { autoComplete: 'name' })}
        {field('street', 'Street', { autoComplete: 'address-line1' })}
        <div className="pair">
          {field('postcode', 'Postcode')}
          {field('city', 'City')}
        </div>
        <label>
          Country
          <select
            name="country"
            value={country}
            onChange={(event) => setCountry(event.target.value)}
          >
            <option value="">Choose…</option>
            {Object.entries(COUNTRIES).map(([code, name]) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
          {wrong['country'] && <span className="field-error">{wrong['country']}</span>}
        </label>
        {country !== '' && <Estimate country={country} />}
        {field('deliveryDate', 'Delivery date', { type: 'date' })}
        <label className="tick">
          <input type="checkbox" name="giftWrap" /> Wrap it as a gift
        </label>
        <Payment onToken={setPaymentToken} />
        <label className="tick">
          <input type="checkbox" name="terms" /> I accept the terms
        </label>
        {wrong['terms'] && <span className="field-error">{wrong['terms']}</span>}
        <p className="total">
          Total <b>{cart ? euro(cart.total) : '…'}</b>
        </p>
        {refused !== '' && (
          <p className="field-error" role="alert">
            {refused}
          </p>
        )}
        <div className="covered">
          <button type="submit" className="primary" data-testid="place-order">
            Place order
          </button>
          {broken('order-button-covered') && <div className="cover" />}
        </div>
      </form>
    </>
  );
}
