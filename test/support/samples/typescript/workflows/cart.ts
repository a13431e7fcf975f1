/** Entity: a cart that runs until its checkout. The first item starts it by Signal-With-Start. */
import { condition, defineQuery, defineSignal, setHandler } from '@temporalio/workflow';

export const addItem = defineSignal<[sku: string, quantity: number]>('addItem');
export const checkout = defineSignal('checkout');
export const items = defineQuery<Record<string, number>>('items');

export async function cart(): Promise<Record<string, number>> {
  const quantities: Record<string, number> = {};
  let isCheckedOut = false;
  setHandler(addItem, (sku, quantity) => {
    quantities[sku] = (quantities[sku] ?? 0) + quantity;
  });
  setHandler(checkout, () => {
    isCheckedOut = true;
  });
  setHandler(items, () => quantities);
  await condition(() => isCheckedOut);
  return quantities;
}
