import { assert } from '../assert.ts'
import { InstallmentFlag } from './codes.ts'

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
