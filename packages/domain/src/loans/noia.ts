/**
 * Why an application is still incomplete: the reasons of a notice of incomplete application.
 *
 * Source: product.md §3.
 */
export const NoiaSituation = {
  notSubmitted: 201,
  noIbv: 202,
  notVerified: 203,
  notQualified: 204,
} as const

export type NoiaSituation = (typeof NoiaSituation)[keyof typeof NoiaSituation]
