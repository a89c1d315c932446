// Components of Vue are found from an element, in both builds, and of Svelte in one.
import { expect, test } from 'vitest';
import { svelteAncestry } from './svelte.js';
import { vueAncestry } from './vue.js';
import { never } from '../fixture.js';

/** An element as far as the search asks it. */
class FakeElement {
  readonly nodeType = 1;
  parentElement: FakeElement | null = null;
  readonly children: FakeElement[];
  constructor(...children: FakeElement[]) {
    this.children = children;
    for (const child of children) child.parentElement = this;
  }
  contains(other: FakeElement): boolean {
    return other === this || this.children.some((child) => child.contains(other));
  }
}

const asElement = (fake: FakeElement) => fake as unknown as Element;

test('in development the element knows, and its parents do', () => {
  const button = new FakeElement();
  const section = new FakeElement(button);
  const app = { type: { __file: '/src/App.vue' }, parent: null };
  const form = {
    type: { name: 'LoginForm' },
    parent: app,
    props: { email: '' },
    devtoolsRawSetupState: { loading: {}, submit: () => {}, Icon: { setup: () => {} } },
    data: { open: true },
  };
  Object.assign(section, { __vueParentComponent: form });
  expect(vueAncestry(asElement(button), never)).toEqual([
    { name: 'LoginForm', propKeys: ['email'], hasState: true, stateKeys: ['loading', 'open'] },
    { name: 'App' },
  ]);
});

/** Two components under a root, the second a fragment, as production leaves them. */
function production() {
  const [first, second] = [new FakeElement(), new FakeElement()];
  const root = new FakeElement(first, second);
  const container = new FakeElement(root);
  const app = { type: { __name: 'App' }, parent: null, subTree: {} };
  const left = { type: { name: 'Left' }, parent: app, subTree: { el: first, children: null } };
  const text = { nodeType: 3 };
  const right = {
    type: { name: 'Right' },
    parent: app,
    subTree: { el: text, children: [{ el: second, children: 'text' }] },
  };
  app.subTree = {
    el: root,
    children: [
      { el: first, component: left },
      { el: text, component: right },
    ],
  };
  Object.assign(container, { _vnode: { el: root, component: app } });
  return { root, first, second };
}

test('in production it is searched for from the root; a fragment is the component of what it holds', () => {
  const { root, first } = production();
  expect(vueAncestry(asElement(first), never).map(({ name }) => name)).toEqual(['Left', 'App']);
  expect(vueAncestry(asElement(root), never).map(({ name }) => name)).toEqual(['App']);
});

test('the search ends when its time does', () => {
  const { first } = production();
  expect(vueAncestry(asElement(first), () => true)).toEqual([]);
});

test('svelte tells the files that use a component', () => {
  const button = new FakeElement();
  Object.assign(new FakeElement(button), {
    __svelte_meta: {
      loc: { file: 'src/Row.svelte' },
      parent: {
        type: 'each',
        file: 'src/List.svelte',
        parent: {
          type: 'component',
          componentTag: 'Row',
          file: 'src/List.svelte',
          parent: { type: 'component', componentTag: 'List', file: 'src/App.svelte', parent: null },
        },
      },
    },
  });
  expect(svelteAncestry(asElement(button)).map(({ name }) => name)).toEqual(['Row', 'List', 'App']);
  expect(svelteAncestry(asElement(new FakeElement()))).toEqual([]);
});
