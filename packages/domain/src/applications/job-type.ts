/**
 * Full or part time.
 *
 * Source: product.md §3.
 */
export const JobType = {
  fullTime: 1000,
  partTime: 1001,
} as const

export type JobType = (typeof JobType)[keyof typeof JobType]
