// The journeys that are recorded, by name.
import * as customer from './flows/customer.js';
import type { Flow } from './flows/hands.js';
import * as staff from './flows/staff.js';

export type { Flow } from './flows/hands.js';

export const FLOWS = {
  login: customer.login,
  'browse-and-search': customer.browseAndSearch,
  buy: customer.buy,
  'cart-edit': customer.cartEdit,
  'payment-frame': customer.paymentFrame,
  'modal-and-tabs': customer.modalAndTabs,
  'multipage-form': customer.multipageForm,
  'help-popup': customer.helpPopup,
  'admin-create-edit-delete': staff.adminCreateEditDelete,
  'orders-graphql': staff.ordersGraphql,
  reports: staff.reports,
} as const satisfies Record<string, Flow>;

export type FlowName = keyof typeof FLOWS;

export const FLOW_NAMES = Object.keys(FLOWS) as FlowName[];
