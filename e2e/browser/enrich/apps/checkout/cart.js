// The cart at the checkout.
import { configureStore, createSlice } from '@reduxjs/toolkit';
import { session } from './session.js';

export const cart = createSlice({
  name: 'cart',
  initialState: {
    lines: [{ sku: 'mug-7', count: 2 }],
    total: 42,
    status: 'open',
    paymentId: null,
    accessToken: session.token,
  },
  reducers: {
    paying: (state) => void (state.status = 'paying'),
    paid: (state, { payload }) => void (state.paymentId = payload),
  },
});

export const store = configureStore({ reducer: { cart: cart.reducer } });
