// Numbers and dates as people read them.

const EURO = new Intl.NumberFormat('en-IE', { style: 'currency', currency: 'EUR' });
const DAY = new Intl.DateTimeFormat('en-IE', { day: 'numeric', month: 'long', year: 'numeric' });

export function euro(amount: number): string {
  return EURO.format(amount);
}

export function day(time: string): string {
  return DAY.format(new Date(time));
}
