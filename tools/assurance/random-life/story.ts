import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import type { ActFact, ConfirmationFact, HandFact } from '../loan-model/facts.ts'
import type { Life } from './life.ts'

/** What people did about a loan and the server carried out: all that the model knows of them. */
export interface Story {
  readonly acts: ActFact[]
  readonly hand: HandFact[]
  readonly confirmations: ConfirmationFact[]
  /** The agreement has no automatic debits. */
  isSentByBorrower: boolean
}

/** The story of a loan, empty where nothing happened yet. */
export function storyOf({ stories }: Pick<Life, 'stories'>, loanNo: string): Story {
  const known = stories.get(loanNo)
  if (known !== undefined) return known
  const story: Story = { acts: [], hand: [], confirmations: [], isSentByBorrower: false }
  stories.set(loanNo, story)
  return story
}

/** The next number in the order of all that happens in a life. */
export function nextOrder(life: Life): number {
  life.order += 1
  return life.order
}

/** Notes an act that was carried out today. */
export function note(life: Life, loanNo: string, kind: ActFact['kind'], detail?: ActFact['detail']): void {
  const act = { kind, on: life.today, order: nextOrder(life) }
  storyOf(life, loanNo).acts.push(detail === undefined ? act : { ...act, detail })
}

/** Notes an amendment (201 to 206) that holds: signed, or valid without. */
export function noteAmendment(
  life: Life,
  loanNo: string,
  { changeType, request }: Pick<LoanChange, 'changeType' | 'request'>,
): void {
  if (changeType !== ChangeType.changeMode) return note(life, loanNo, 'helped')
  note(life, loanNo, 'modeChanged', request['paymentMode'] === PaymentMode.ach ? 'us' : 'borrower')
}
