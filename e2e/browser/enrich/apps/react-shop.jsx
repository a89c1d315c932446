// A shop in React that breaks on request: one button for each way an error comes about.
import { Component, createContext, memo, useContext, useEffect, useReducer, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { configureStore, createSlice } from '@reduxjs/toolkit';
import { Provider, useDispatch, useSelector } from 'react-redux';
import { placeOrder } from './order.js';

const cart = createSlice({
  name: 'cart',
  initialState: { items: [{ id: 7, price: 3 }], total: 3, loading: false, accessToken: 'sk-hush' },
  reducers: { added: (state) => void (state.total += 3) },
});
const user = createSlice({ name: 'user', initialState: { name: 'Ada' }, reducers: {} });
const store = configureStore({ reducer: { cart: cart.reducer, user: user.reducer } });

const Session = createContext(null);

class Boundary extends Component {
  state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  render() {
    return this.state.failed ? <p>failed</p> : this.props.children;
  }
}

function Receipt({ order }) {
  return <p>{order.lines.length}</p>;
}

function Counter({ armed }) {
  useEffect(() => {
    if (armed) throw new Error('cart broken in effect');
  }, [armed]);
  return null;
}

function ButtonRow({ label, currency }) {
  const [mode, setMode] = useState('');
  const [form] = useReducer((state) => state, { email: '', password: 'hush' });
  const total = useSelector((state) => state.cart.total);
  const dispatch = useDispatch();
  const session = useContext(Session);
  const on = {
    handler() {
      dispatch(cart.actions.added());
      throw new TypeError('cart broken in handler');
    },
    async promise() {
      await null;
      throw new TypeError('cart broken in promise');
    },
    timer: () =>
      setTimeout(() => {
        throw new TypeError('cart broken in timer');
      }, 50),
    async server() {
      const order = await placeOrder([7]);
      setMode(order.receipt.total);
    },
    effect: () => setMode('effect'),
    render: () => setMode('render'),
    boundary: () => setMode('boundary'),
  };
  return (
    <section title={`${label} ${currency} ${total} ${form.email} ${session.user}`}>
      {Object.keys(on).map((name) => (
        <button key={name} data-testid={name} onClick={on[name]}>
          {name}
        </button>
      ))}
      <Counter armed={mode === 'effect'} />
      {mode === 'render' && <Receipt order={{}} />}
      <Boundary>{mode === 'boundary' && <Receipt order={{}} />}</Boundary>
    </section>
  );
}
const Buttons = memo(ButtonRow);

function Page({ title, children }) {
  return (
    <main>
      <h1>{title}</h1>
      {children}
    </main>
  );
}

function SessionProvider({ children }) {
  const [value] = useState({ user: 'ada', since: 1 });
  return <Session.Provider value={value}>{children}</Session.Provider>;
}

function App() {
  return (
    <Provider store={store}>
      <SessionProvider>
        <Page title="Shop">
          <Buttons label="buy" currency="EUR" />
        </Page>
      </SessionProvider>
    </Provider>
  );
}

createRoot(document.getElementById('root')).render(<App />);
