// Which names were written by hand, and which were made up.
import { expect, test } from 'vitest';
import { isGenerated, isState } from './generated.js';

const WRITTEN = `
  header toggle button primary container wrapper sidebar footer navbar todo todo-item todo-list
  item list-item btn btn-primary btn-lg form-control card card-body nav nav-link row col col-6 col-md-4
  mt-4 px-2 text-2xl text-sm w-64 h-screen flex grid gap-4 navBar todoItem userName isOpen mainContent
  MuiButton-root ant-btn el-input p-button modal__title block__element--modifier login_form step2 h1 section-2
  checkout-button strengths rhythm new-todo destroy edit view main hidden-xs error-message svg-icon html5
  URLBar XMLViewer email password searchBox product-12 row-5 tab-1 w3-container
`;

const MADE_UP = `
  css-1q2w3e css-abc123 css-k008qs sc-bdVaJa sc-1x2y3z emotion-0 styled-2 chakra-button jss12 jss-4 makeStyles-root-3
  svelte-x1y2z3 astro-XYZ12 jsx-3456789 tss-1abc ng-tns-c12-3 _ngcontent-abc-c42 data-v-7ba5bd90
  Button_root__a1B2c styles_header__3xYz9 Header-module__title--2fKd1 _title_k8s2a_12 button__xKqPz
  kYRosU bdVaJa fLzBFG iKqHdG jZvTRA x7f3k gkmvwx a1b2c3d4 9f86d081 e3b0c44298fc1c14
  550e8400-e29b-41d4-a716-446655440000 ember123 :r1: radix-:r2: headlessui-menu-button-4 mui-12345
  mat-input-7 cdk-overlay-2 react-aria-1234 uid-99 yui_3_18 ext-gen1012 product-104829 t1700000000
  rc_select_0 goober-12 stitches-x mantine-r4k2 floating-ui-3
`;

const names = (list: string) => list.trim().split(/\s+/);

test.each(names(WRITTEN))('%s was written by hand', (name) => {
  expect(isGenerated(name)).toBe(false);
});

test.each(names(MADE_UP))('%s was made up', (name) => {
  expect(isGenerated(name)).toBe(true);
});

test('classes that tell a passing state are known', () => {
  const states = 'active is-open has-error selected item--selected ng-dirty disabled loading';
  for (const name of names(states)) expect(isState(name), name).toBe(true);
  for (const name of names('header toggle active-users list tab')) {
    expect(isState(name), name).toBe(false);
  }
});
