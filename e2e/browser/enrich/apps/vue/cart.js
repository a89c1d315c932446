// The cart of the shop in Vue.
import { defineStore } from 'pinia';

export const useCart = defineStore('cart', {
  state: () => ({ total: 3, loading: false, accessToken: 'sk-hush' }),
});
