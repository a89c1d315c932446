// A counter in React whose state is in Zustand, and nowhere else.
import { createRoot } from 'react-dom/client';
import { create } from 'zustand';

const useBasket = create((set) => ({
  basketTotal: 3,
  status: 'idle',
  add: () => set((state) => ({ basketTotal: state.basketTotal + 1 })),
}));

function Basket() {
  const total = useBasket((state) => state.basketTotal);
  return (
    <button
      data-testid="handler"
      onClick={() => {
        throw new Error('basket broken');
      }}
    >
      {total}
    </button>
  );
}

createRoot(document.getElementById('root')).render(<Basket />);
