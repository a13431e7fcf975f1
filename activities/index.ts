/** Activity Definitions of the examples. A Worker registers each export as an Activity. */
export { importFile } from './imports.js';
export { releaseInventory, reserveInventory } from './inventory.js';
export { chargePayment, refundPayment } from './payments.js';
export { fetchQuote } from './quotes.js';
export { publishReport, renderChapter } from './reports.js';
export { shipOrder } from './shipping.js';
