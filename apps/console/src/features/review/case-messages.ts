import type { CallValue } from '../../calls/call.ts'

type Case = CallValue<'showReviewCase'>

/** How two customers are alike. */
export const ALIKE_NAMES: Readonly<Record<Case['alike'][number]['by'][number], string>> = {
  ssn: 'Social Security number',
  account: 'Bank account',
  phone: 'Phone',
  address: 'Address',
}

/** What happened to an application. */
export const STEP_NAMES: Readonly<Record<Case['steps'][number]['step'], string>> = {
  begun: 'Begun',
  submitted: 'Submitted',
  offered: 'Amount offered',
  signed: 'Signed',
  documentsAsked: 'Documents asked for',
  documentsCame: 'Documents came',
}

/** How a request for a document stands. */
export const REQUEST_STATES: Readonly<
  Record<CallValue<'listDocumentRequest'>['requests'][number]['state'], string>
> = {
  asked: 'Asked for',
  received: 'Came',
  accepted: 'Accepted',
  refused: 'Refused, asked for again',
  notNeeded: 'Not needed any more',
}

/** What the parts of a review say. */
export const caseText = {
  days: 'Days left',
  daysLead: '12 CFR 1002.9(a)(1): the applicant is notified within 30 days of the completed application.',
  daysLeft: (days: number, by: string) =>
    days < 0 ? `Over since ${by}` : `${days} ${days === 1 ? 'day' : 'days'} left, by ${by}`,
  completeSince: (day: string) => `Complete since ${day}.`,
  notComplete: 'The application is not complete: it waits for its borrower.',
  offer: 'Offer within policy',
  noOffer: 'The policy offers no amount.',
  offerLine: (from: string, to: string, step: string) => `${from} to ${to} in steps of ${step}`,
  offerBasis: (tier: string, version: number, until: string) =>
    `Tier ${tier}, policy version ${version}, until ${until}.`,
  held: 'this bound held',
  facts: 'Facts against the rules',
  factsLead: 'Rules that fired come first.',
  noFacts: 'The policy was not asked.',
  allFacts: (count: number) => `All ${count} facts`,
  noneFired: 'No rule fired.',
  fact: 'Fact',
  value: 'Value',
  bound: 'The rule asks if it',
  rule: 'Rule',
  alike: 'Same person or account',
  alikeLead:
    'In this portfolio, for who may read its customers. A device is known to its own customer alone.',
  noneAlike: 'No other customer has this number, account, phone or address.',
  moreAlike: 'There are more. Narrow them with Find.',
  sameBy: 'Same',
  other: 'Customer',
  loans: 'Loans',
  noName: 'No name',
  documents: 'Documents asked for',
  noDocuments: 'No document was asked for.',
  answerBy: (day: string) => `by ${day}`,
  overdue: 'its day has passed',
  file: (at: string) => `File of ${at}`,
  quarantined: 'PDF not read here: it may be unsafe to open',
  accept: 'Accept',
  refuse: 'Refuse',
  acceptTitle: (name: string) => `Accept: ${name}`,
  acceptEffect: 'It counts as seen. Its sender can then read a PDF of theirs again.',
  refuseTitle: (name: string) => `Refuse: ${name}`,
  refuseEffect: 'The borrower gets a notice with the reason, and at least ten days to send another one.',
  refuseReason: 'Reason, as the borrower reads it',
  refuseMissing: 'Choose the reason.',
  accepted: 'Document accepted.',
  refused: 'Document refused; the borrower is asked again.',
  statement: 'Statement',
  statementOf: (kind: string, at: string) => `${kind} of ${at}`,
  noRight: 'Who may accept statements reads its rows.',
  page: 'The picture as it came',
  ask: 'Ask for more',
  askTitle: (loanNo: string) => `Ask for documents: ${loanNo}`,
  askEffect:
    'The borrower gets the notice of incompleteness, 12 CFR 1002.9(c)(2). Until the day you name it waits for them; an application that stays incomplete is then for you to decide.',
  which: 'Documents',
  whichMissing: 'Choose at least one document.',
  askBy: 'Last day to send them',
  askByHint: (from: string, to: string) => `From ${from} to ${to}.`,
  askByMissing: 'Name the last day.',
  why: 'Why, in a sentence for the borrower',
  whyMissing: 'Say why: the borrower reads it.',
  asked: (who: string) => `Asked for documents: ${who}.`,
  notice: 'The notice as it would be sent',
  seeNotice: 'See the notice',
  hideNotice: 'Hide the notice',
  chooseFirst: 'Choose a reason first.',
  languages: { en: 'English', es: 'Español' },
} as const
