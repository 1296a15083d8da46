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

/**
 * Whether a mode may be chosen for a new transaction. Remotely created checks can be read, never newly chosen
 * (telemarketing sales rule, 16 CFR 310.4(a)(9)).
 */
export const isChoosableTransactionMode = (mode: TransactionMode): boolean => mode !== TransactionMode.rcc
