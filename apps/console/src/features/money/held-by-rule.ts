import { cents, moneyToWire, parseMoney, sum } from '@dolphin/domain/money/cents'

interface HeldDebit {
  readonly loanNo: string
  readonly amount: string
  readonly rule: string
}

/** The debits that one rule holds. */
export interface HeldDebits {
  readonly rule: string
  readonly loans: readonly string[]
  /** As on the wire. */
  readonly amount: string
}

/** The sum of amounts as on the wire, as on the wire. */
export const totalOf = (amounts: readonly string[]): string =>
  moneyToWire(sum(amounts.map((amount) => parseMoney(amount) ?? cents(0n))))

/** Held debits by the rule that holds them, the rule that holds most first. */
export function heldByRule(held: readonly HeldDebit[]): readonly HeldDebits[] {
  const rules = [...new Set(held.map(({ rule }) => rule))]
  return rules
    .map((rule) => {
      const mine = held.filter((one) => one.rule === rule)
      return {
        rule,
        loans: mine.map(({ loanNo }) => loanNo),
        amount: totalOf(mine.map(({ amount }) => amount)),
      }
    })
    .toSorted((one, other) => other.loans.length - one.loans.length)
}
