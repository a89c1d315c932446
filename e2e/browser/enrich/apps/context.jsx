// A page in React whose state is in a context, and nowhere else.
import { createContext, useContext, useState } from 'react';
import { createRoot } from 'react-dom/client';

const Theme = createContext({});

function ThemeProvider({ children }) {
  const [value] = useState({ mode: 'dark', status: 'ready', apiToken: 'sk-hush' });
  return <Theme.Provider value={value}>{children}</Theme.Provider>;
}

function Toggle() {
  const { mode } = useContext(Theme);
  return (
    <button
      data-testid="handler"
      onClick={() => {
        throw new Error('theme broken');
      }}
    >
      {mode}
    </button>
  );
}

createRoot(document.getElementById('root')).render(
  <ThemeProvider>
    <Toggle />
  </ThemeProvider>,
);
