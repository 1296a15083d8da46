/**
 * On whose behalf a session acts.
 *
 * Source: product.md §6.
 */
export const GrantType = {
  employee: 1,
  customer: 2,
} as const

export type GrantType = (typeof GrantType)[keyof typeof GrantType]
