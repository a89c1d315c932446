// TodoMVC in React, as built and published by others: buttons that show only on hover, double clicks.
import type { Flow } from '../flows/hands.js';
import { serve, text, type Place } from './place.js';

/** The icon is the browser's own wish; without an answer it would be a failure. */
export function startTodoMvc(): Promise<Place> {
  return serve('todomvc-react/dist', [['/favicon.ico', text('image/x-icon', '')]]);
}

export const todoMvc: Flow = async (page, origin) => {
  await page.goto(origin);
  const field = page.getByPlaceholder('What needs to be done?');
  await field.click();
  for (const task of ['buy bread', 'water the plants', 'call Grace']) {
    await field.pressSequentially(task);
    await field.press('Enter');
    await page.getByText(task, { exact: true }).waitFor();
  }
  const row = (task: string) => page.locator('.todo-list li').filter({ hasText: task });
  await row('water the plants').locator('.toggle').check();
  await row('water the plants').and(page.locator('.completed')).waitFor();
  await row('call Grace').locator('label').dblclick();
  const editor = page.locator('.todo-list li input.edit');
  await editor.press('ControlOrMeta+a');
  await editor.pressSequentially('call Grace back');
  await editor.press('Enter');
  await row('call Grace back').waitFor();
  await row('buy bread').hover();
  await row('buy bread').locator('.destroy').click();
  await row('buy bread').waitFor({ state: 'detached' });
  await page.getByText('Active', { exact: true }).click();
  await row('water the plants').waitFor({ state: 'detached' });
  await page.getByText('Completed', { exact: true }).click();
  await page.getByRole('button', { name: 'Clear completed' }).click();
  await page.getByText('Clear completed').waitFor({ state: 'detached' });
};
