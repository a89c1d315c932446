// What all views share: who is signed in, what is in the cart, and the messages that vanish.
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import type { Cart, User } from '../model.js';
import { call, keepToken, token } from './api.js';

const TOAST_MS = 4000;

interface Toast {
  id: number;
  text: string;
}

interface Session {
  user: User | null;
  cartCount: number;
  toasts: Toast[];
  signIn(email: string, password: string): Promise<void>;
  signOut(): Promise<void>;
  counted(cart: Cart | null): void;
  tell(text: string): void;
}

const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('outside of the session');
  return session;
}

let lastToast = 0;

export function SessionProvider({ children }: { children: ReactNode }) {
  const [user, setUser] = useState<User | null>(null);
  const [isKnown, setKnown] = useState(token() === null);
  const [cartCount, setCartCount] = useState(0);
  const [toasts, setToasts] = useState<Toast[]>([]);

  useEffect(() => {
    if (token() === null) return;
    const restore = async () => {
      try {
        setUser(await call<User>('GET', '/api/me'));
        setCartCount((await call<Cart>('GET', '/api/cart')).count);
      } catch {
        keepToken(null);
      }
      setKnown(true);
    };
    void restore();
  }, []);

  const signIn = useCallback(async (email: string, password: string) => {
    const answer = await call<{ token: string; user: User }>('POST', '/api/login', {
      email,
      password,
    });
    keepToken(answer.token);
    setUser(answer.user);
  }, []);

  const signOut = useCallback(async () => {
    await call('POST', '/api/logout');
    keepToken(null);
    setUser(null);
    setCartCount(0);
  }, []);

  const tell = useCallback((text: string) => {
    const id = ++lastToast;
    setToasts((all) => [...all, { id, text }]);
    setTimeout(() => setToasts((all) => all.filter((it) => it.id !== id)), TOAST_MS);
  }, []);

  const counted = useCallback((cart: Cart | null) => setCartCount(cart?.count ?? 0), []);

  const session = useMemo(
    () => ({ user, cartCount, toasts, signIn, signOut, counted, tell }),
    [user, cartCount, toasts, signIn, signOut, counted, tell],
  );
  if (!isKnown) return <p className="loading">Loading…</p>;
  return <SessionContext value={session}>{children}</SessionContext>;
}
