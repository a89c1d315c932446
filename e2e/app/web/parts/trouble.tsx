// What is shown where something could not be loaded or drawn.

export function Trouble({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  return (
    <section className="trouble" role="alert">
      <h2>Something went wrong</h2>
      <p>{error.message}</p>
      {onRetry && (
        <button type="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </section>
  );
}
