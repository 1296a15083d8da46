import { type BankGateway, BankUnreachable } from '@dolphin/integrations/ach-gateway/bank-gateway'
import type { FaultBook } from './faults.ts'

const UNANSWERED = 0.05
const LATE_ANSWER = 0.08

/**
 * The bank's server as it is on bad days: it does not answer, or it takes a file and the answer is lost on the way.
 * `draw` answers a number from 0 up to but not 1.
 */
export function faultyBank(bank: BankGateway, faults: FaultBook, draw: () => number): BankGateway {
  if (!faults.on) return bank
  const unreachable = (operation: string) => new BankUnreachable(operation, 'timeOut', 'no answer')
  return {
    ...bank,
    async submit(fileName, text) {
      const drawn = draw()
      if (drawn < UNANSWERED) {
        faults.inject('bank did not answer')
        throw unreachable('submit')
      }
      const receipt = await bank.submit(fileName, text)
      if (drawn < UNANSWERED + LATE_ANSWER) {
        faults.inject('bank answered too late')
        throw unreachable('submit')
      }
      return receipt
    },
    async fetch(fileName) {
      if (draw() < UNANSWERED) {
        faults.inject('bank did not answer')
        throw unreachable('fetch')
      }
      return await bank.fetch(fileName)
    },
  }
}
