/** Types that Workflows and Activities share. */

export interface PaymentDetails {
  sourceAccount: string;
  targetAccount: string;
  amount: number;
  referenceId: string;
}

export interface OpenAccount {
  accountId: string;
  address: { address1: string; postalCode: string };
  bankDetails: { accountNumber: string; routingNumber: string };
}
