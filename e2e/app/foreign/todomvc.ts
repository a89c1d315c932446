// TodoMVC in React, as built and published by others: buttons that show only on hover, double clicks.
import type { Page } from '@playwright/test';
import type { Flow } from '../flows/hands.js';
import { altered, serve, text, type Breakage, type Place } from './place.js';

/** Replacements in the published script. */
export const TODO_BUGS: Record<string, Breakage> = {
  'add-dead': { journey: 'add', from: '0!==e.length&&t(e)', to: '0' },
  'add-twice': { journey: 'add', from: '0!==e.length&&t(e)', to: '0!==e.length&&(t(e),t(e))' },
  'text-capitals': { journey: 'add', from: 'Click},n.text)', to: 'Click},n.text.toUpperCase())' },
  'count-wrong': { journey: 'add', from: 'e||"No"', to: 'e+1' },
  'edit-dead': { journey: 'edit', from: 'onDoubleClick:this.handleDoubleClick', to: 'title:""' },
  'edit-lost': { journey: 'edit', from: 'M({},n,{text:t})', to: 'M({},n)' },
  'edit-throws': { journey: 'edit', from: 'M({},n,{text:t})', to: 'M({},n,{text:t.value.trim()})' },
  'toggle-dead': { journey: 'toggle', from: '{completed:!t.completed}', to: '{}' },
  'filter-dead': { journey: 'filter', from: 'setState({filter:e})', to: 'setState({})' },
  'filter-reversed': {
    journey: 'filter',
    from: 'SHOW_ACTIVE:function(e){return!e.completed}',
    to: 'SHOW_ACTIVE:function(e){return e.completed}',
  },
  'clear-dead': { journey: 'clear', from: 'r.props.actions.clearCompleted()', to: '0' },
  'clear-all': { journey: 'clear', from: 'return!1===e.completed', to: 'return!1' },
  'delete-dead': { journey: 'delete', from: 'return o(n.id)', to: '0' },
  'delete-others': { journey: 'delete', from: 't.id!==e', to: 't.id===e' },
};

/** The icon is the browser's own wish; without an answer it would be a failure. */
export function startTodoMvc(bug = ''): Promise<Place> {
  const { from, to } = TODO_BUGS[bug] ?? {};
  const broken =
    from === undefined ? [] : [altered('todomvc-react/dist/todomvc.js', from, to ?? '')];
  return serve('todomvc-react/dist', [
    ['/favicon.ico', text('image/x-icon', '')],
    ...broken.map((answer) => ['/todomvc.js', answer] as const),
  ]);
}

function row(page: Page, task: string) {
  return page.locator('.todo-list li').filter({ hasText: task });
}

/** Opens the application and writes tasks, one after the other. */
async function write(page: Page, origin: string, tasks: string[]): Promise<void> {
  await page.goto(origin);
  const field = page.getByPlaceholder('What needs to be done?');
  await field.click();
  for (const task of tasks) {
    await field.pressSequentially(task);
    await field.press('Enter');
    await page.getByText(task, { exact: true }).waitFor();
  }
}

async function toggle(page: Page, task: string): Promise<void> {
  await row(page, task).locator('.toggle').check();
  await row(page, task).and(page.locator('.completed')).waitFor();
}

export const TODO_JOURNEYS: Record<string, Flow> = {
  add: async (page, origin) => {
    await write(page, origin, ['buy bread', 'water the plants', 'call Grace']);
    await page.getByText('3items left').waitFor();
  },
  edit: async (page, origin) => {
    await write(page, origin, ['buy bread', 'call Grace']);
    await row(page, 'call Grace').locator('label').dblclick();
    const editor = page.locator('.todo-list li input.edit');
    await editor.press('ControlOrMeta+a');
    await editor.pressSequentially('call Grace back');
    await editor.press('Enter');
    await row(page, 'call Grace back').waitFor();
  },
  toggle: async (page, origin) => {
    await write(page, origin, ['buy bread', 'call Grace']);
    await toggle(page, 'buy bread');
    await row(page, 'buy bread').locator('.toggle').uncheck();
    await toggle(page, 'call Grace');
  },
  filter: async (page, origin) => {
    await write(page, origin, ['buy bread', 'call Grace']);
    await toggle(page, 'buy bread');
    await page.getByText('Active', { exact: true }).click();
    await row(page, 'buy bread').waitFor({ state: 'detached' });
    await page.getByText('Completed', { exact: true }).click();
    await row(page, 'call Grace').waitFor({ state: 'detached' });
    await page.getByText('All', { exact: true }).click();
    await row(page, 'call Grace').waitFor();
  },
  clear: async (page, origin) => {
    await write(page, origin, ['buy bread', 'call Grace']);
    await toggle(page, 'buy bread');
    await page.getByRole('button', { name: 'Clear completed' }).click();
    await row(page, 'buy bread').waitFor({ state: 'detached' });
  },
  delete: async (page, origin) => {
    await write(page, origin, ['buy bread', 'water the plants', 'call Grace']);
    for (const task of ['water the plants', 'call Grace']) {
      await row(page, task).hover();
      await row(page, task).locator('.destroy').click();
      await row(page, task).waitFor({ state: 'detached' });
    }
  },
};

export const todoMvc: Flow = async (page, origin) => {
  await write(page, origin, ['buy bread', 'water the plants', 'call Grace']);
  await toggle(page, 'water the plants');
  await row(page, 'call Grace').locator('label').dblclick();
  const editor = page.locator('.todo-list li input.edit');
  await editor.press('ControlOrMeta+a');
  await editor.pressSequentially('call Grace back');
  await editor.press('Enter');
  await row(page, 'call Grace back').waitFor();
  await row(page, 'buy bread').hover();
  await row(page, 'buy bread').locator('.destroy').click();
  await row(page, 'buy bread').waitFor({ state: 'detached' });
  await page.getByText('Active', { exact: true }).click();
  await row(page, 'water the plants').waitFor({ state: 'detached' });
  await page.getByText('Completed', { exact: true }).click();
  await page.getByRole('button', { name: 'Clear completed' }).click();
  await page.getByText('Clear completed').waitFor({ state: 'detached' });
};
