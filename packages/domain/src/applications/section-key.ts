/**
 * The sections of an application, in the order in which they are walked.
 *
 * Source: product.md §3.
 */
export const SectionKey = {
  summary: 'summary',
  personal: 'personal',
  employment: 'employment',
  bank: 'bank',
  question: 'question',
  ibv: 'IBV',
  loanDetail: 'loanDetail',
  paymentSchedule: 'paymentSchedule',
  paymentFee: 'paymentFee',
} as const

export type SectionKey = (typeof SectionKey)[keyof typeof SectionKey]
