// A checkout in React with one bug: an answer that is none is read as if it were one.
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { store } from './cart.js';
import { PayButton } from './PayButton.jsx';

function Checkout() {
  return (
    <main>
      <h1>Checkout</h1>
      <PayButton currency="EUR" />
    </main>
  );
}

function App() {
  return (
    <Provider store={store}>
      <Checkout />
    </Provider>
  );
}

createRoot(document.getElementById('root')).render(<App />);
