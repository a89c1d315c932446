// A shop in Svelte that breaks on request; it shows one of its stores on the window.
import { mount } from 'svelte';
import { writable } from 'svelte/store';
import Shop from './svelte/Shop.svelte';

window.__svelte_stores = { cart: writable({ total: 3, loading: false, accessToken: 'sk-hush' }) };
mount(Shop, { target: document.getElementById('root') });
