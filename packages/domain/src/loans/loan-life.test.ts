import { describe, expect, test } from 'vitest'
import { LOAN_EDGES, type LoanEvent } from './loan-edges.ts'
import {
  FIRST_LOAN_STATE,
  isLoanState,
  LOAN_STATES,
  type LoanState,
  loanPlace,
  moveLoan,
} from './loan-life.ts'
import { LoanStatus } from './codes.ts'

const WITH_TRIBE = { tribeReview: true }
const EVENTS = Object.keys(LOAN_EDGES) as LoanEvent[]

/**
 * The allowed edges once more, written by hand from domain.md §2 by state instead of by event, so that a slip
 * in either shows. Short names: the sub-status alone where there is one.
 */
const ALLOWED: Readonly<Record<string, string>> = {
  initializing: 'submitted>autoValidation declined>withdrawn withdrawnByCustomer>withdrawn lapsed>withdrawn',
  autoValidation:
    'qualified>customerReview passedToAgent>agentReview passedToNonVoiceAgent>nonVoiceAgentReview ' +
    'passedToUnderwriter>underwriterReview blocked>blocked declined>withdrawn ' +
    'withdrawnByCustomer>withdrawn lapsed>withdrawn',
  customerReview:
    'passedToAgent>agentReview passedToNonVoiceAgent>nonVoiceAgentReview ' +
    'passedToUnderwriter>underwriterReview passedToTribe>tribeReview blocked>blocked ' +
    'signedAndApproved>approved signedForReview>underwriterReview declined>withdrawn ' +
    'withdrawnByCustomer>withdrawn lapsed>withdrawn',
  agentReview:
    'passedToCustomer>customerReview passedToNonVoiceAgent>nonVoiceAgentReview ' +
    'passedToUnderwriter>underwriterReview passedToTribe>tribeReview blocked>blocked ' +
    'approvedBeforeSigning>customerReview approvedAfterSigning>approved declined>withdrawn ' +
    'withdrawnByCustomer>withdrawn lapsed>withdrawn',
  nonVoiceAgentReview:
    'passedToCustomer>customerReview passedToAgent>agentReview passedToUnderwriter>underwriterReview ' +
    'passedToTribe>tribeReview blocked>blocked declined>withdrawn withdrawnByCustomer>withdrawn ' +
    'lapsed>withdrawn',
  underwriterReview:
    'passedToCustomer>customerReview passedToAgent>agentReview passedToNonVoiceAgent>nonVoiceAgentReview ' +
    'passedToTribe>tribeReview blocked>blocked approvedBeforeSigning>customerReview ' +
    'approvedAfterSigning>approved declined>withdrawn withdrawnByCustomer>withdrawn lapsed>withdrawn',
  tribeReview:
    'passedToCustomer>customerReview passedToAgent>agentReview passedToNonVoiceAgent>nonVoiceAgentReview ' +
    'passedToUnderwriter>underwriterReview blocked>blocked approvedBeforeSigning>customerReview ' +
    'approvedAfterSigning>approved declined>withdrawn withdrawnByCustomer>withdrawn lapsed>withdrawn',
  blocked:
    'passedToCustomer>customerReview passedToAgent>agentReview passedToNonVoiceAgent>nonVoiceAgentReview ' +
    'passedToUnderwriter>underwriterReview declined>withdrawn withdrawnByCustomer>withdrawn ' +
    'lapsed>withdrawn',
  withdrawn: '',
  approved:
    'declined>withdrawn withdrawnByCustomer>withdrawn lapsed>withdrawn newTermsNeeded>customerReview ' +
    'creditOnBatch>pending',
  pending: 'creditSettled>disbursed creditReturned>approved voided>voided rescinded>cancelled',
  disbursed:
    'creditReturned>approved rescinded>cancelled firstInstallmentDue>processing ' +
    'suspendedBadStanding>badStanding suspendedHardReturn>hardReturn suspendedCccs>cccs ' +
    'suspendedBankruptcy>bankruptcy suspendedNoFuturePayment>noFuturePayment ' +
    'suspendedMiscellaneous>miscellaneous suspendedActiveDuty>activeDuty paidOff>paidOff',
  processing:
    'suspendedBadStanding>badStanding suspendedHardReturn>hardReturn suspendedCccs>cccs ' +
    'suspendedBankruptcy>bankruptcy suspendedNoFuturePayment>noFuturePayment ' +
    'suspendedMiscellaneous>miscellaneous suspendedActiveDuty>activeDuty pastDueTooLong>notified ' +
    'paidOff>paidOff',
  badStanding: 'pastDueTooLong>notified cured>processing paidOff>paidOff',
  hardReturn: 'pastDueTooLong>notified cured>processing paidOff>paidOff',
  cccs: 'pastDueTooLong>notified cured>processing paidOff>paidOff',
  bankruptcy: 'cured>processing paidOff>paidOff',
  noFuturePayment: 'pastDueTooLong>notified cured>processing paidOff>paidOff',
  miscellaneous: 'pastDueTooLong>notified cured>processing paidOff>paidOff',
  activeDuty: 'cured>processing paidOff>paidOff',
  settled: 'paidOff>paidOff receiptReversed>processing',
  notified:
    'promiseMade>accepted noAgreement>rejected settledForLess>settled cured>processing paidOff>paidOff',
  pocketed: 'settledForLess>settled cured>processing paidOff>paidOff',
  accepted: 'newScheduleAgreed>rePlanned settledForLess>settled cured>processing paidOff>paidOff',
  rePlanned: 'arrearsCleared>cleared settledForLess>settled cured>processing paidOff>paidOff',
  rejected: 'handedToCollector>pocketed settledForLess>settled cured>processing paidOff>paidOff',
  cleared: 'cured>processing paidOff>paidOff',
  voided: '',
  paidOff: 'lateReturn>processing receiptReversed>processing',
  cancelled: 'lateReturn>processing receiptReversed>processing',
}

const shortName = (state: LoanState): string => state.subStatus ?? loanPlace(state)

const movesFrom = (state: LoanState): string[] =>
  EVENTS.flatMap((event) => {
    const moved = moveLoan(state, event, WITH_TRIBE)
    return moved.ok ? [`${event}>${shortName(moved.value)}`] : []
  })

describe('loan life (domain.md §2)', () => {
  test('every status and sub-status has a row in the hand-written table', () => {
    expect(LOAN_STATES.map(shortName).toSorted()).toEqual(Object.keys(ALLOWED).toSorted())
  })

  test.each(LOAN_STATES.map((state) => [shortName(state), state] as const))(
    'from %s: exactly the listed moves, every other event is refused',
    (name, state) => {
      const listed = (ALLOWED[name] ?? '').split(' ').filter((move) => move !== '')
      expect(movesFrom(state).toSorted()).toEqual(listed.toSorted())
    },
  )

  test('a refused move answers loan_status_invalid and nothing else', () => {
    for (const state of LOAN_STATES) {
      for (const event of EVENTS) {
        const moved = moveLoan(state, event, WITH_TRIBE)
        if (!moved.ok) expect(moved.error).toBe('loan_status_invalid')
      }
    }
  })

  test('tribe review only where the portfolio has that step', () => {
    const agent = { status: LoanStatus.originating, subStatus: 'agentReview' } as const
    expect(moveLoan(agent, 'passedToTribe').ok).toBe(false)
    expect(moveLoan(agent, 'passedToTribe', WITH_TRIBE).ok).toBe(true)
  })

  test('no edge names an unknown state', () => {
    const places = new Set<string>(LOAN_STATES.map(loanPlace))
    for (const edge of Object.values(LOAN_EDGES)) {
      expect([edge.to, ...edge.from].filter((place) => !places.has(place))).toEqual([])
    }
  })

  test('every state can be reached from the first', () => {
    const reached = new Set([loanPlace(FIRST_LOAN_STATE)])
    for (let size = 0; size < reached.size; ) {
      size = reached.size
      for (const state of LOAN_STATES.filter((one) => reached.has(loanPlace(one)))) {
        for (const event of EVENTS) {
          const moved = moveLoan(state, event, WITH_TRIBE)
          if (moved.ok) reached.add(loanPlace(moved.value))
        }
      }
    }
    expect([...reached].toSorted()).toEqual(LOAN_STATES.map(loanPlace).toSorted())
  })

  test('a status with the sub-status of another is no state and cannot move', () => {
    const broken: LoanState = { status: LoanStatus.approved, subStatus: 'paidOff' }
    expect(isLoanState(broken)).toBe(false)
    expect(moveLoan(broken, 'creditOnBatch').ok).toBe(false)
  })
})
