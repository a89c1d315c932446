// The form that signs in.
import { useState, type FormEvent } from 'react';
import { ApiError } from '../api.js';
import { broken } from '../broken.js';
import { navigate } from '../router.js';
import { useSession } from '../session.js';

export function Login() {
  const { signIn } = useSession();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError('');
    try {
      await signIn(email, password);
      const next = new URLSearchParams(location.search).get('next') ?? '/products';
      navigate(broken('login-to-cart') ? '/cart' : next);
    } catch (reason) {
      const isOurs = reason instanceof ApiError && reason.status < 500;
      setError(isOurs ? reason.message : 'We cannot sign you in at the moment.');
      setBusy(false);
    }
  };

  return (
    <section className="card narrow">
      <h1>Sign in</h1>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <label>
          E-mail
          <input
            type="email"
            name="email"
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>
        <label>
          Password
          <input
            type="password"
            name="password"
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        {error !== '' && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
        <button type="submit" disabled={isBusy}>
          {broken('sign-in-label') ? 'Submit' : 'Sign in'}
        </button>
      </form>
    </section>
  );
}
