/**
 * Whether a request only shows what would happen, or makes it so.
 *
 * Source: product.md §4.
 */
export const FormActionMode = {
  preview: 0,
  save: 1,
} as const

export type FormActionMode = (typeof FormActionMode)[keyof typeof FormActionMode]
