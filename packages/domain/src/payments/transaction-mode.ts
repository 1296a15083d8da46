/** The rail one transaction runs on. Numbers of product §3, the missing ones of domain §1. */
export const TransactionMode = {
  ach: 15000,
  none: 15011,
  paperCheck: 15013,
  tpt: 15016,
  rtt: 15017,
  rcc: 15018,
} as const
export type TransactionMode = (typeof TransactionMode)[keyof typeof TransactionMode]
