import type { FileAct } from './codes.ts'

/**
 * What allows each act, as staff read it beside the act: a law, a Nacha rule or the lender's policy. Source:
 * docs/design/console.md, Screens.
 */
export const ACT_RULES: Readonly<Record<FileAct, string>> = {
  receipt:
    'Lender’s policy: money counts from the day on which it was received, in the order of payment that the agreement promises.',
  checkReceipt: 'A check pays a debt for good once its bank has paid it: UCC 3-310(b)(1).',
  reverseReceipt:
    'A check that its bank returns does not pay the debt: UCC 3-310(b)(3). Lender’s policy: what we posted on a wrong loan, or wrongly, costs the borrower no interest, fee or day.',
  refund: 'Never more than was paid. A credit balance goes back on request: 12 CFR 1026.21.',
  feeWaiver: 'Lender’s policy: a fee may be given up, never added by hand.',
  interestWaiver: 'Lender’s policy: interest may be given up, never added by hand.',
  writeOff:
    'Lender’s policy: what is left of a loan that is suspended or in collection is written off whole.',
  rejectEntry: 'Lender’s policy: an entry that the bank did not carry out is taken back here.',
  scheduleChange:
    'Lender’s policy: what costs more or ends later is signed by the borrower. A debit of another amount or day is named to them ten days before: 12 CFR 1005.10(d)(1).',
  cancelChange: 'Lender’s policy: a change is taken back while nothing of it was sent.',
  suspend: 'Lender’s policy: no debit is originated while a loan is suspended.',
  noteLegalFact:
    'In bankruptcy debits and collecting stop: 11 U.S.C. 362(a). On active duty collecting and fees stop, debits go on, and interest and fees are limited: 50 U.S.C. 3937.',
  endLegalFact:
    'Lender’s policy: one person notes it, two end it. After a bankruptcy nothing is debited without a new authorization.',
  cure: 'Lender’s policy: payments go on once the cause has ended.',
  collect: 'Lender’s policy: a loan with a past-due payment goes into collection, step by step.',
  voidLoan: 'Lender’s policy: a loan whose credit the bank dropped before it settled ends as voided.',
  endPaid:
    'Lender’s policy: a loan ends once nothing is owed and every payment is checked. By hand, two people agree.',
  stopDebit:
    'A consumer may stop the payment of a preauthorized transfer; a debit that is in no file yet is stopped here: 12 CFR 1005.10(c).',
  revokeAuthorization:
    'A consumer may end the authorization of future transfers at any time, in any way: 12 CFR 1005.10(c); the signed authorization.',
  optOut:
    'A customer takes back consent to calls and texts in any reasonable way: 47 CFR 64.1200(a)(10); to marketing email at any time: 15 U.S.C. 7704(a)(4).',
  freeze: 'Lender’s policy against identity theft: 16 CFR 681.1(d).',
  deactivate:
    'Lender’s policy: two people close an account at its owner’s wish; what is owed stays owed. One person freezes it.',
  activate: 'Lender’s policy: two people open an account again.',
  reverseEntry:
    'Nacha Operating Rules, reversing entries: four reasons, within five banking days of the settlement and 24 hours of the discovery; the receiver is notified.',
  sendPrenote:
    'Nacha Operating Rules, prenotifications: the bank of an account is asked before entries go to it.',
  setHold:
    'FRCP 37(e): what a lawsuit or an inquiry may need is not erased. Lender’s policy: two people set a hold and lift it.',
  liftHold: 'Lender’s policy: two people lift a hold, once the matter for which it was set has ended.',
  correctPerson: 'Lender’s policy: two people correct what is on file about a person.',
  erasePerson:
    '16 CFR 314.4(c)(6) and state law: what need not be kept is erased at its owner’s wish. Lender’s policy: two people erase.',
}
