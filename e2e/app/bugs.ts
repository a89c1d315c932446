// Everything that can be broken in the shop, one row a bug; a row is one thing, so that the file is a table.
import type { FlowName } from './flows.js';

/** What sort of damage it is, which says where it must show. */
export type BugKind =
  | 'status'
  | 'shape'
  | 'exception'
  | 'console'
  | 'navigation'
  | 'missing'
  | 'text'
  | 'dead'
  | 'request'
  | 'slow'
  | 'hidden'
  | 'data'
  | 'validation'
  | 'graphql'
  | 'frame'
  | 'popup'
  | 'socket';

interface Row {
  kind: BugKind;
  /** What a user or a client meets, in one sentence. */
  breaks: string;
  /** Journeys on which it is met; at least one, and not all that pass by. */
  flows: readonly FlowName[];
}

const ROWS = {
  // Answers with another status.
  'login-500': {
    kind: 'status',
    breaks: 'Signing in is answered with 500.',
    flows: ['login', 'buy'],
  },
  'login-rejects': {
    kind: 'status',
    breaks: 'The right password is answered with 401.',
    flows: ['login', 'cart-edit'],
  },
  'products-500': {
    kind: 'status',
    breaks: 'The product list is answered with 500.',
    flows: ['browse-and-search'],
  },
  'product-404': {
    kind: 'status',
    breaks: 'Every product is answered with 404.',
    flows: ['buy', 'modal-and-tabs'],
  },
  'order-422': {
    kind: 'status',
    breaks: 'A valid order is answered with 422.',
    flows: ['buy'],
  },
  'create-500': {
    kind: 'status',
    breaks: 'Creating a product is answered with 500.',
    flows: ['admin-create-edit-delete'],
  },
  'create-200': {
    kind: 'status',
    breaks: 'Creating a product is answered with 200 where 201 is due.',
    flows: ['admin-create-edit-delete'],
  },
  'update-404': {
    kind: 'status',
    breaks: 'Saving a product is answered with 404.',
    flows: ['admin-create-edit-delete'],
  },
  'cart-401': {
    kind: 'status',
    breaks: 'The cart forgets who signed in and is answered with 401.',
    flows: ['cart-edit', 'buy'],
  },
  'returns-500': {
    kind: 'status',
    breaks: 'Sending the first page of a return is answered with 500.',
    flows: ['multipage-form'],
  },

  // Answers of another shape.
  'price-string': {
    kind: 'shape',
    breaks: 'Prices in the product list are strings.',
    flows: ['browse-and-search'],
  },
  'variants-null': {
    kind: 'shape',
    breaks: 'A product has `null` where its variants should be, and its page cannot be drawn.',
    flows: ['buy', 'modal-and-tabs'],
  },
  'order-number-missing': {
    kind: 'shape',
    breaks: 'A placed order comes back without its number.',
    flows: ['buy'],
  },
  'cart-total-missing': {
    kind: 'shape',
    breaks: 'The cart comes without its total.',
    flows: ['cart-edit'],
  },
  'user-name-renamed': {
    kind: 'shape',
    breaks: 'The user has `fullName` where the page reads `name`.',
    flows: ['login'],
  },

  // Errors in the page.
  'add-throws': {
    kind: 'exception',
    breaks: 'The handler of "Add to cart" throws before anything is sent.',
    flows: ['buy', 'cart-edit'],
  },
  'reviews-throw': {
    kind: 'exception',
    breaks: 'Drawing the reviews throws.',
    flows: ['modal-and-tabs'],
  },
  'search-rejects': {
    kind: 'exception',
    breaks: 'A promise is rejected unhandled after each search, although the results are right.',
    flows: ['browse-and-search'],
  },
  'checkout-logs-error': {
    kind: 'console',
    breaks: 'The checkout writes an error to the console and works otherwise.',
    flows: ['buy'],
  },

  // The wrong place afterwards.
  'login-to-cart': {
    kind: 'navigation',
    breaks: 'Signing in leads to the cart instead of the shop.',
    flows: ['login'],
  },
  'save-to-nowhere': {
    kind: 'navigation',
    breaks: 'Saving a product leads to a page that does not exist.',
    flows: ['admin-create-edit-delete'],
  },
  'order-to-cart': {
    kind: 'navigation',
    breaks: 'Placing an order leads back to the cart instead of the confirmation.',
    flows: ['buy'],
  },
  'returns-loop': {
    kind: 'navigation',
    breaks: 'The first page of a return redirects to itself.',
    flows: ['multipage-form'],
  },

  // Something is not there.
  'no-checkout-button': {
    kind: 'missing',
    breaks: 'The cart has no way to the checkout.',
    flows: ['buy'],
  },
  'no-product-heading': {
    kind: 'missing',
    breaks: 'The product page has no heading.',
    flows: ['buy', 'modal-and-tabs'],
  },
  'no-pagination': {
    kind: 'missing',
    breaks: 'The product list cannot be paged.',
    flows: ['browse-and-search'],
  },

  // Something says the wrong thing.
  'toast-undefined': {
    kind: 'text',
    breaks: 'The message after adding to the cart says "undefined".',
    flows: ['buy', 'cart-edit'],
  },
  'orders-heading': {
    kind: 'text',
    breaks: 'The page of orders is headed "Invoices".',
    flows: ['orders-graphql'],
  },
  'sign-in-label': {
    kind: 'text',
    breaks: 'The button that signs in is labelled "Submit".',
    flows: ['login'],
  },

  // A control does nothing.
  'delete-dead': {
    kind: 'dead',
    breaks: 'Confirming a deletion does nothing.',
    flows: ['admin-create-edit-delete'],
  },
  'cancel-dead': {
    kind: 'dead',
    breaks: 'The button that cancels an order does nothing.',
    flows: ['orders-graphql'],
  },
  'tabs-dead': {
    kind: 'dead',
    breaks: 'The tabs of a product do not switch.',
    flows: ['modal-and-tabs'],
  },
  'escape-dead': {
    kind: 'dead',
    breaks: 'Escape does not close a dialog.',
    flows: ['modal-and-tabs'],
  },
  'shortcut-dead': {
    kind: 'dead',
    breaks: 'The key `/` does not lead to the search field.',
    flows: ['browse-and-search'],
  },
  'search-ignored': {
    kind: 'dead',
    breaks: 'Typing into the search field changes nothing.',
    flows: ['browse-and-search'],
  },

  // Requests go wrong on their way out.
  'order-twice': {
    kind: 'request',
    breaks: 'An order is sent twice.',
    flows: ['buy'],
  },
  'price-not-sent': {
    kind: 'request',
    breaks: 'A price edited in the table is shown but never sent.',
    flows: ['admin-create-edit-delete'],
  },
  'quantity-not-sent': {
    kind: 'request',
    breaks: 'A changed quantity is never sent.',
    flows: ['cart-edit'],
  },
  'update-by-post': {
    kind: 'request',
    breaks: 'Saving a product is sent as POST, which is refused.',
    flows: ['admin-create-edit-delete'],
  },

  // Answers that take ten seconds.
  'cart-slow': {
    kind: 'slow',
    breaks: 'The cart takes ten seconds to come.',
    flows: ['cart-edit'],
  },
  'payment-slow': {
    kind: 'slow',
    breaks: 'Authorising a card takes ten seconds.',
    flows: ['payment-frame'],
  },

  // There, but out of reach.
  'order-button-covered': {
    kind: 'hidden',
    breaks: 'Something invisible lies over the button that places the order.',
    flows: ['buy'],
  },
  'remove-hidden': {
    kind: 'hidden',
    breaks: 'The button that removes an item stays hidden when its row is pointed at.',
    flows: ['cart-edit'],
  },

  // Right in form, wrong in fact.
  'wrong-item': {
    kind: 'data',
    breaks: 'Adding a product to the cart adds its neighbour.',
    flows: ['buy', 'cart-edit'],
  },
  'total-ignores-quantity': {
    kind: 'data',
    breaks: 'The total of the cart counts every item once.',
    flows: ['cart-edit'],
  },
  'gift-wrap-lost': {
    kind: 'data',
    breaks: 'The gift wrap that was ticked is not kept.',
    flows: ['buy'],
  },
  'sort-reversed': {
    kind: 'data',
    breaks: 'Sorting by price puts the dearest first.',
    flows: ['browse-and-search'],
  },
  'category-ignored': {
    kind: 'data',
    breaks: 'Choosing a category shows products of all.',
    flows: ['browse-and-search'],
  },
  'review-lost': {
    kind: 'data',
    breaks: 'A review is accepted and not kept.',
    flows: ['modal-and-tabs'],
  },
  'archive-ignored': {
    kind: 'data',
    breaks: 'Archiving several products at once leaves them as they are.',
    flows: ['admin-create-edit-delete'],
  },
  'return-reason-lost': {
    kind: 'data',
    breaks: 'The second page of a return shows another reason than was chosen.',
    flows: ['multipage-form'],
  },

  // What must be refused is taken.
  'terms-optional': {
    kind: 'validation',
    breaks: 'An order can be placed without accepting the terms.',
    flows: ['buy'],
  },
  'any-password': {
    kind: 'validation',
    breaks: 'Any password opens an account.',
    flows: ['login'],
  },

  // GraphQL fails with 200.
  'graphql-errors': {
    kind: 'graphql',
    breaks: 'The orders are answered with 200, `errors` and no data.',
    flows: ['orders-graphql'],
  },
  'cancel-ignored': {
    kind: 'data',
    breaks: 'Cancelling an order succeeds and leaves it open.',
    flows: ['orders-graphql'],
  },

  // Other windows and sockets.
  'frame-404': {
    kind: 'frame',
    breaks: 'The payment frame fails to load.',
    flows: ['payment-frame'],
  },
  'frame-silent': {
    kind: 'frame',
    breaks: 'The payment frame never tells the page that the card was authorised.',
    flows: ['payment-frame'],
  },
  'help-not-opened': {
    kind: 'popup',
    breaks: 'The help button opens no window.',
    flows: ['help-popup'],
  },
  'help-topic-lost': {
    kind: 'popup',
    breaks: 'The topic chosen in the help window does not reach the shop.',
    flows: ['help-popup'],
  },
  'socket-drops': {
    kind: 'socket',
    breaks: 'The live stock is cut off after its first message.',
    flows: ['browse-and-search'],
  },
} as const satisfies Record<string, Row>;

export type BugName = keyof typeof ROWS;

export interface Bug extends Row {
  name: BugName;
}

export function isBug(name: string): name is BugName {
  return Object.hasOwn(ROWS, name);
}

export const BUGS: readonly Bug[] = Object.keys(ROWS)
  .filter(isBug)
  .map((name) => ({ name, ...ROWS[name] }));
