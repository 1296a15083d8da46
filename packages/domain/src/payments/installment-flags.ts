import { assert } from '../assert.ts'

/** Marks on an installment; bits, so that several hold at once. Numbers of product §3, meanings of domain §1. */
export const InstallmentFlag = {
  default: 0,
  deleted: 1,
  fullyRefunded: 2,
  cancelled: 4,
  collection: 8,
  partlyRefunded: 16,
  new: 256,
} as const
export type InstallmentFlag = (typeof InstallmentFlag)[keyof typeof InstallmentFlag]

const ALL = Object.values(InstallmentFlag).reduce<number>((flags, flag) => flags | flag, 0)

const known = (flags: number): number => {
  assert((flags & ~ALL) === 0, 'an installment carries only known flags')
  return flags
}

/** Whether the flag is set; `default` holds when none is. */
export const hasFlag = (flags: number, flag: InstallmentFlag): boolean =>
  flag === InstallmentFlag.default ? known(flags) === 0 : (known(flags) & flag) !== 0

/** The flags with this one set. */
export const withFlag = (flags: number, flag: InstallmentFlag): number => known(flags) | flag

/** The flags with this one cleared. */
export const withoutFlag = (flags: number, flag: InstallmentFlag): number => known(flags) & ~flag
