// A settings page of Shoelace's web components, each with a shadow root of its own.
import type { Flow } from '../flows/hands.js';
import { serve, text, type Breakage, type Place } from './place.js';

/** The components are theirs; the page only puts them together, as a user of theirs would. */
const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Settings</title><link rel="icon" href="data:,">
<link rel="stylesheet" href="/themes/light.css"><script type="module" src="/shoelace.js"></script>
<style>body{font-family:sans-serif;max-width:560px;margin:2rem auto}:not(:defined){visibility:hidden}
sl-input,sl-select,sl-switch,sl-rating{display:block;margin:1rem 0}</style></head>
<body><h1>Settings</h1>
<sl-tab-group><sl-tab slot="nav" panel="profile">Profile</sl-tab><sl-tab slot="nav" panel="privacy">Privacy</sl-tab>
<sl-tab-panel name="profile"><form>
<sl-input name="nickname" label="Nickname" help-text="Shown to others" clearable required></sl-input>
<sl-select name="language" label="Language"><sl-option value="en">English</sl-option><sl-option value="pt">Portuguese</sl-option><sl-option value="de">German</sl-option></sl-select>
<sl-rating label="Rating"></sl-rating>
<sl-button type="submit" variant="primary">Save</sl-button></form></sl-tab-panel>
<sl-tab-panel name="privacy"><sl-switch>Share my wish list</sl-switch><sl-checkbox>Send me letters</sl-checkbox>
<sl-button class="forget" variant="danger" outline>Forget me</sl-button></sl-tab-panel></sl-tab-group>
<sl-dialog label="Forget me?"><p>Everything will be deleted.</p><sl-button slot="footer" class="keep">Keep</sl-button>
<sl-button slot="footer" class="yes" variant="danger">Forget</sl-button></sl-dialog>
<p class="said" role="status"></p>
<script type="module">
const said = document.querySelector('.said'), dialog = document.querySelector('sl-dialog');
document.querySelector('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = JSON.stringify(Object.fromEntries(new FormData(event.target)));
  const answer = await fetch('/api/settings', { method: 'PUT', headers: { 'content-type': 'application/json' }, body });
  said.textContent = 'Saved for ' + (await answer.json()).nickname;
});
document.querySelector('.forget').addEventListener('click', () => dialog.show());
document.querySelector('.keep').addEventListener('click', () => dialog.hide());
document.querySelector('.yes').addEventListener('click', async () => {
  await fetch('/api/settings', { method: 'DELETE' });
  await dialog.hide();
  said.textContent = 'You are forgotten';
});
</script></body></html>`;

/** Replacements in the page. */
export const SHOELACE_BUGS: Record<string, Breakage> = {
  'save-dead': {
    journey: 'profile',
    from: "addEventListener('submit'",
    to: "addEventListener('sent'",
  },
  'save-twice': {
    journey: 'profile',
    from: 'const answer =',
    to: "fetch('/api/settings', { method: 'PUT', body: '{}' }); const answer =",
  },
  'language-lost': { journey: 'profile', from: 'name="language" ', to: '' },
  'saved-for-undefined': { journey: 'profile', from: '.nickname;', to: '.nick;' },
  'no-privacy-tab': {
    journey: 'privacy',
    from: 'panel="privacy">Privacy',
    to: 'panel="privacy" disabled>Privacy',
  },
  'dialog-dead': { journey: 'privacy', from: 'dialog.show()', to: '0' },
  'keep-dead': { journey: 'privacy', from: "'click', () => dialog.hide()", to: "'click', () => 0" },
  'forget-not-sent': {
    journey: 'privacy',
    from: "await fetch('/api/settings', { method: 'DELETE' });",
    to: '',
  },
};

export function startShoelace(bug = ''): Promise<Place> {
  const { from = '', to = '' } = SHOELACE_BUGS[bug] ?? {};
  if (!PAGE.includes(from)) throw new Error(`the page has no \`${from}\``);
  const page = PAGE.replace(from, () => to);
  return serve('@shoelace-style/shoelace/cdn', [
    [
      '/api/settings',
      (request, response) => {
        if (request.method === 'DELETE') return void response.writeHead(204).end();
        request.pipe(response.writeHead(200, { 'content-type': 'application/json' }));
      },
    ],
    ['/settings', text('text/html; charset=utf-8', page)],
  ]);
}

const profile: Flow = async (page, origin) => {
  await page.goto(`${origin}/settings`);
  const nickname = page.getByLabel('Nickname');
  await nickname.click();
  await nickname.pressSequentially('ada');
  await page.getByRole('combobox', { name: 'Language' }).click();
  await page.getByRole('option', { name: 'Portuguese' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved for ada').waitFor();
};

/** Asks to be forgotten, keeps the account, and asks again. */
const forget: Flow = async (page) => {
  await page.getByRole('button', { name: 'Forget me' }).click();
  await page.locator('sl-dialog').getByRole('button', { name: 'Keep' }).click();
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Forget me' }).click();
  await page.locator('sl-dialog').getByRole('button', { name: 'Forget', exact: true }).click();
  await page.getByText('You are forgotten').waitFor();
};

export const SHOELACE_JOURNEYS: Record<string, Flow> = {
  profile,
  privacy: async (page, origin) => {
    await page.goto(`${origin}/settings`);
    await page.getByRole('tab', { name: 'Privacy' }).click();
    await forget(page, origin);
  },
};

export const shoelace: Flow = async (page, origin) => {
  await profile(page, origin);
  await page.getByRole('tab', { name: 'Privacy' }).click();
  await page.getByText('Share my wish list').click();
  await page.getByText('Send me letters').click();
  await forget(page, origin);
};
