/**
 * What a message on the realtime channel is about.
 *
 * Source: product.md §4.
 */
export const Ticket = {
  signatureCallback: 3001,
  cutOffTimeExpired: 3002,
  inProgress: 3003,
} as const

export type Ticket = (typeof Ticket)[keyof typeof Ticket]
