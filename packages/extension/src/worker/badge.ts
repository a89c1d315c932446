// The badge on the icon: errors of the tab, `!` while no server hears us.
import type { ConnectionState } from 'gasoline-capture/protocol.generated';

/** As much of chrome.action as is used. */
export interface BadgeAction {
  setBadgeText(details: { text?: string; tabId?: number }): Promise<void>;
  setBadgeBackgroundColor(details: { color: string }): Promise<void>;
  setTitle(details: { title: string }): Promise<void>;
}

const ALARM_COLOR = '#b3261e';
const QUIET_COLOR = '#5f6b7a';

/** What every tab shows that has nothing of its own to show. */
export function generalBadge(state: ConnectionState): { text: string; color: string } {
  if (state === 'paused') return { text: 'off', color: QUIET_COLOR };
  if (state === 'connected' || state === 'connecting') return { text: '', color: ALARM_COLOR };
  return { text: '!', color: ALARM_COLOR };
}

/** What one tab shows; without a text it is the general badge. */
export function tabBadge(state: ConnectionState, errors: number): { text?: string } {
  if (generalBadge(state).text !== '' || errors === 0) return {};
  return { text: errors > 999 ? '999+' : String(errors) };
}

export class Badge {
  #shown = '';

  constructor(private readonly action: BadgeAction) {}

  showState(state: ConnectionState, sentence: string): void {
    if (this.#shown === state) return;
    this.#shown = state;
    const { text, color } = generalBadge(state);
    void this.action.setBadgeText({ text });
    void this.action.setBadgeBackgroundColor({ color });
    void this.action.setTitle({ title: `Gasoline: ${sentence}` });
  }

  showTab(tabId: number, state: ConnectionState, errors: number): void {
    // The tab may be gone already.
    this.action.setBadgeText({ tabId, ...tabBadge(state, errors) }).catch(() => {});
  }
}
