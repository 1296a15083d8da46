import type { Finding, LoanFacts } from './facts.ts'
import { answersShow } from './laws/answer-laws.ts'
import {
  answersHaveEffect,
  entriesAndRows,
  feesOnce,
  nothingTwice,
  twoFailuresStop,
  wrongAnswersWait,
} from './laws/bank-laws.ts'
import { everyCentHasCause } from './laws/cause-laws.ts'
import {
  endedIsOver,
  overpaidGoesBack,
  owedToTheCent,
  paidIsEnded,
  paymentsCoverDebt,
} from './laws/debt-laws.ts'
import { announcedComes, paidOffIsTold, returnedIsTold, takenIsAnnounced } from './laws/notice-laws.ts'
import {
  checkedChangeEnds,
  nothingIsStranded,
  pastDueHasCause,
  pastDueIsWorkedOn,
  quoteIsNotHonoredLonger,
  statusHasReason,
} from './laws/schedule-laws.ts'
import { type ModelRules, RULES } from './rules.ts'

/** The laws of one loan at one moment, each by its name. */
const LAWS = {
  entriesAndRows,
  wrongAnswersWait,
  answersHaveEffect,
  answersShow,
  twoFailuresStop,
  nothingTwice,
  feesOnce,
  everyCentHasCause,
  owedToTheCent,
  paymentsCoverDebt,
  overpaidGoesBack,
  endedIsOver,
  paidIsEnded,
  pastDueHasCause,
  pastDueIsWorkedOn,
  statusHasReason,
  nothingIsStranded,
  quoteIsNotHonoredLonger,
  checkedChangeEnds,
  takenIsAnnounced,
  announcedComes,
  returnedIsTold,
  paidOffIsTold,
} as const satisfies Readonly<Record<string, (facts: LoanFacts, rules: ModelRules) => Finding[]>>

/** What does not hold of a loan; empty where all does. */
export const findingsOf = (facts: LoanFacts, rules: ModelRules = RULES): Finding[] =>
  Object.values(LAWS).flatMap((law) => law(facts, rules))
