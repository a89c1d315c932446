// One product: pictures, variants, quantity, tabs, and a dialog to review it.
import { useCallback, useState, type FormEvent } from 'react';
import type { Product as ProductData, Review } from '../../model.js';
import { call } from '../api.js';
import { broken } from '../broken.js';
import { day, euro } from '../format.js';
import { useLoaded } from '../loaded.js';
import { Dialog } from '../parts/dialog.js';
import { Tabs } from '../parts/tabs.js';
import { Trouble } from '../parts/trouble.js';
import { useSession } from '../session.js';
import { useAdd } from './products.js';

function Gallery({ slug }: { slug: string }) {
  const [view, setView] = useState(1);
  return (
    <div className="gallery">
      <img className="shown" src={`/media/${slug}-${view}.svg`} alt={`View ${view}`} />
      <div className="thumbs">
        {[1, 2, 3].map((n) => (
          <div
            key={n}
            className={n === view ? 'thumb thumb-on' : 'thumb'}
            onClick={() => setView(n)}
          >
            <img src={`/media/${slug}-${n}.svg`} alt="" />
          </div>
        ))}
      </div>
    </div>
  );
}

function Reviews({ reviews }: { reviews: Review[] }) {
  if (broken('reviews-throw')) {
    const [, , third] = reviews as (Review | undefined)[];
    return <p>{(third as Review).text}</p>;
  }
  return (
    <ul className="reviews">
      {reviews.map(({ author, stars, text, writtenAt }) => (
        <li key={author + writtenAt}>
          <b>{author}</b> <span className="stars">{'★'.repeat(stars)}</span> <i>{day(writtenAt)}</i>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

function ReviewDialog({ slug, onClose }: { slug: string; onClose: (isSent: boolean) => void }) {
  const [text, setText] = useState('');
  const [stars, setStars] = useState('5');
  const send = async (event: FormEvent) => {
    event.preventDefault();
    await call('POST', `/api/products/${slug}/reviews`, { text, stars: Number(stars) });
    onClose(true);
  };
  return (
    <Dialog title="Write a review" onClose={() => onClose(false)}>
      <form onSubmit={(event) => void send(event)}>
        <label>
          Your review
          <textarea rows={3} value={text} onChange={(event) => setText(event.target.value)} />
        </label>
        <label>
          Stars
          <select value={stars} onChange={(event) => setStars(event.target.value)}>
            {['5', '4', '3', '2', '1'].map((n) => (
              <option key={n}>{n}</option>
            ))}
          </select>
        </label>
        <div className="buttons">
          <button type="button" className="quiet" onClick={() => onClose(false)}>
            Cancel
          </button>
          <button type="submit" disabled={text === ''}>
            Send review
          </button>
        </div>
      </form>
    </Dialog>
  );
}

function Choice({ product }: { product: ProductData }) {
  const [variant, setVariant] = useState(product.variants[0] ?? 'Standard');
  const [quantity, setQuantity] = useState(1);
  const add = useAdd();
  return (
    <form
      className="choice"
      onSubmit={(event) => {
        event.preventDefault();
        void add(product, variant, quantity);
      }}
    >
      <fieldset>
        <legend>Variant</legend>
        {product.variants.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="variant"
              value={name}
              checked={name === variant}
              onChange={() => setVariant(name)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <label>
        Quantity
        <input
          type="number"
          min={1}
          value={quantity}
          onChange={(event) => setQuantity(Number(event.target.value))}
        />
      </label>
      <button type="submit">Add to cart</button>
    </form>
  );
}

export function Product({ slug }: { slug: string }) {
  const { user, tell } = useSession();
  const [isReviewing, setReviewing] = useState(false);
  const load = useCallback(() => call<ProductData>('GET', `/api/products/${slug}`), [slug]);
  const { value: product, error, again } = useLoaded(load);
  if (error) return <Trouble error={error} onRetry={again} />;
  if (product === null) return <p className="loading">Loading…</p>;
  const close = (isSent: boolean) => {
    setReviewing(false);
    if (!isSent) return;
    tell('Thank you for your review');
    again();
  };
  const facts = Object.entries(product.specification);
  return (
    <>
      <div className="details">
        <Gallery slug={slug} />
        <div>
          {!broken('no-product-heading') && <h1>{product.name}</h1>}
          <p className="price">{euro(product.price)}</p>
          <p>{product.stock} in stock</p>
          <Choice key={slug} product={product} />
          {user && (
            <button type="button" className="quiet" onClick={() => setReviewing(true)}>
              Write a review
            </button>
          )}
        </div>
      </div>
      <Tabs
        label="About this product"
        tabs={[
          { title: 'Description', panel: () => <p>{product.description}</p> },
          {
            title: 'Specification',
            panel: () => (
              <dl>
                {facts.map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            ),
          },
          { title: 'Reviews', panel: () => <Reviews reviews={product.reviews} /> },
        ]}
      />
      {isReviewing && <ReviewDialog slug={slug} onClose={close} />}
    </>
  );
}
