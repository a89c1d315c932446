// The button that pays.
import { useDispatch, useSelector } from 'react-redux';
import { cart } from './cart.js';
import { payFor } from './payments.js';

export function PayButton({ currency }) {
  const { lines, total } = useSelector((state) => state.cart);
  const dispatch = useDispatch();
  const pay = async () => {
    dispatch(cart.actions.paying());
    const receipt = await payFor(lines);
    dispatch(cart.actions.paid(receipt.payment.id));
  };
  return (
    <button onClick={pay}>
      Pay {total} {currency}
    </button>
  );
}
