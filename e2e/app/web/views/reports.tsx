// Reports: one that takes its time, and one whose service is closed for good.
import { useCallback, useState } from 'react';
import { call } from '../api.js';
import { euro } from '../format.js';
import { useLoaded } from '../loaded.js';
import { Trouble } from '../parts/trouble.js';

interface Report {
  orders: number;
  revenue: number;
}

function Shown({ kind }: { kind: string }) {
  const load = useCallback(() => call<Report>('GET', `/api/reports/${kind}`), [kind]);
  const { value, error, isLoading, again } = useLoaded(load);
  if (isLoading) return <progress aria-label="Counting" />;
  if (error) return <Trouble error={error} onRetry={again} />;
  return (
    <p className="report">
      {value?.orders} orders, {euro(value?.revenue ?? 0)}
    </p>
  );
}

export function Reports() {
  const [kind, setKind] = useState('');
  return (
    <>
      <h1>Reports</h1>
      <div className="buttons">
        <button type="button" onClick={() => setKind('sales')}>
          Sales
        </button>
        <button type="button" onClick={() => setKind('legacy')}>
          Old ledger
        </button>
      </div>
      {kind !== '' && <Shown key={kind} kind={kind} />}
    </>
  );
}
