// The front end of the shop: which view an address shows, and what is around it.
import { Component, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Header } from './parts/header.js';
import { Trouble } from './parts/trouble.js';
import { useAddress, useCollected } from './router.js';
import { SessionProvider, useSession } from './session.js';
import { AdminProduct } from './views/admin-product.js';
import { AdminProducts } from './views/admin-products.js';
import { Cart } from './views/cart.js';
import { Checkout } from './views/checkout.js';
import { Login } from './views/login.js';
import { Orders } from './views/orders.js';
import { Product } from './views/product.js';
import { Products } from './views/products.js';
import { Reports } from './views/reports.js';
import { Thanks } from './views/thanks.js';

/** What a view that cannot be drawn leaves behind. */
class Fence extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <Trouble error={new Error('This page cannot be shown.')} />;
  }
}

function view(path: string): ReactNode {
  const [first, second, third] = path.split('/').slice(1);
  switch (first) {
    case '':
      return <Products />;
    case 'login':
      return <Login />;
    case 'products':
      return second ? <Product slug={second} /> : <Products />;
    case 'cart':
      return <Cart />;
    case 'checkout':
      return <Checkout />;
    case 'orders':
      return third === 'thanks' && second ? <Thanks number={second} /> : <Orders />;
    case 'admin':
      if (second === 'reports') return <Reports />;
      if (second === 'products') return third ? <AdminProduct id={third} /> : <AdminProducts />;
  }
  return <Trouble error={new Error('There is no such page.')} />;
}

function Toasts() {
  const { toasts } = useSession();
  return (
    <div className="toasts" role="status" aria-live="polite">
      {toasts.map(({ id, text }) => (
        <p key={id} className="toast">
          {text}
        </p>
      ))}
    </div>
  );
}

function Shop() {
  const path = useAddress().split('?')[0] ?? '/';
  useCollected(path);
  return (
    <>
      <Header />
      <main>
        <Fence key={path}>{view(path)}</Fence>
      </main>
      <footer>
        Harbour Goods · <a href="/returns">Return an item</a>
      </footer>
      <Toasts />
    </>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <SessionProvider>
      <Shop />
    </SessionProvider>,
  );
}
