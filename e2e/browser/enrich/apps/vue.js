// A shop in Vue that breaks on request; its state is in Pinia.
import { createPinia } from 'pinia';
import { createApp } from 'vue';
import Shop from './vue/Shop.vue';

createApp(Shop).use(createPinia()).mount('#root');
