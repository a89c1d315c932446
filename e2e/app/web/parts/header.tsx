// The bar above every view: ways around, who is signed in, the live stock, help.
import { useEffect, useState } from 'react';
import { call } from '../api.js';
import { broken } from '../broken.js';
import { Link, navigate } from '../router.js';
import { useSession } from '../session.js';

const POLL_MS = 1000;
const RECONNECT_MS = 1000;

function Notifications() {
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    const poll = () =>
      void call<{ unread: number }>('GET', '/api/notifications').then(
        (answer) => setUnread(answer.unread),
        () => {},
      );
    poll();
    const timer = setInterval(poll, POLL_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="bell" title="Open orders">
      {unread}
    </span>
  );
}

/** One product after the other, as the socket tells; opens it again when it closes. */
function Ticker() {
  const [text, setText] = useState('');
  const [isLive, setLive] = useState(true);
  useEffect(() => {
    let socket: WebSocket;
    let isWanted = true;
    const open = () => {
      if (!isWanted) return;
      socket = new WebSocket(`${location.origin.replace('http', 'ws')}/live`);
      socket.addEventListener('message', ({ data }) => {
        const { name, left } = JSON.parse(data);
        setText(`${name}: ${left} left`);
        setLive(true);
      });
      socket.addEventListener('close', () => {
        if (!isWanted) return;
        setLive(false);
        setTimeout(open, RECONNECT_MS);
      });
    };
    open();
    return () => {
      isWanted = false;
      socket.close();
    };
  }, []);
  return (
    <div className="live">
      <span className={isLive ? 'dot' : 'dot dot-off'}>{isLive ? 'Live' : 'Reconnecting…'}</span>
      <span className="ticker">{text}</span>
    </div>
  );
}

function openHelp() {
  if (!broken('help-not-opened')) window.open('/help', 'help', 'width=420,height=480');
}

function Help() {
  const [topic, setTopic] = useState('');
  useEffect(() => {
    const heard = ({ data, origin }: MessageEvent) => {
      if (origin === location.origin && data?.type === 'topic') setTopic(String(data.topic));
    };
    window.addEventListener('message', heard);
    return () => window.removeEventListener('message', heard);
  }, []);
  return (
    <>
      <button type="button" className="quiet" onClick={openHelp}>
        Help
      </button>
      {topic !== '' && <span className="topic-chosen">You asked about {topic}</span>}
    </>
  );
}

export function Header() {
  const { user, cartCount, signOut } = useSession();
  const leave = async () => {
    await signOut();
    navigate('/login');
  };
  return (
    <header>
      <div className="bar">
        <Link to="/" className="logo">
          Harbour Goods
        </Link>
        <nav aria-label="Main">
          <Link to="/products">Products</Link>
          {user && <Link to="/orders">Orders</Link>}
          {user?.role === 'admin' && <Link to="/admin/products">Admin</Link>}
          {user?.role === 'admin' && <Link to="/admin/reports">Reports</Link>}
        </nav>
        <Help />
        <Notifications />
        <Link to="/cart" className="cart-link" testId="cart-link">
          Cart <b data-testid="cart-count">{cartCount}</b>
        </Link>
        {user ? (
          <span className="who">
            Signed in as <b>{user.name}</b>
            <button type="button" className="quiet" onClick={() => void leave()}>
              Sign out
            </button>
          </span>
        ) : (
          <Link to="/login" className="button">
            Sign in
          </Link>
        )}
      </div>
      <Ticker />
    </header>
  );
}
