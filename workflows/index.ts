/** Workflow Definitions of the examples; each export is a Workflow Type. */
export { fulfillOrder } from './fulfill-order.js';
export { generateReport } from './generate-report.js';
export { importRecords } from './import-records.js';
export { raceQuotes } from './race-quotes.js';
export { requestQuote } from './request-quote.js';
