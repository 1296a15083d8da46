/** Why a person has to act. One open work item exists for each portfolio, kind and subject. Source: domain.md §14. */
export const WORK_ITEM_KINDS = [
  'unmatchedReturn',
  'refusedReturn',
  'entryQuarantined',
  'unreadBankEntry',
  'fileQuarantined',
  'returnSentBack',
  'returnForReview',
  'returnDisputed',
  'returnRateOver',
  'heldCredit',
  'failedRefund',
  'creditReversal',
  'failedReversal',
  'receiptToCheck',
  'undeliveredNotice',
  'unreadReturnMail',
  'sendingRefused',
  'revocationToCheck',
  'textOfSeveral',
  'amendmentNotSigned',
  'documentsReceived',
  'documentsOverdue',
  'strandedLoan',
  'strandedMoney',
  'failedRound',
  'jobGivenUp',
  'bankNotEnabled',
  'bankLinkEnded',
  'otherAccountLinked',
  'otherAccountAllowed',
  'dataRequest',
  'applicationToReview',
  'messageToAnswer',
  'loanPastDue',
  'legalFactNoted',
] as const

export type WorkItemKind = (typeof WORK_ITEM_KINDS)[number]

/** What an employee may do about a work item. */
export type WorkItemAct =
  | 'askBank'
  | 'importReturn'
  | 'retryReturn'
  | 'resolveException'
  | 'enterPosting'
  | 'signAgain'
  | 'cancelLoan'
  | 'askForAccount'
  | 'sendCheck'
  | 'checkReceipt'
  | 'sendByMail'
  | 'callBorrower'
  | 'readMessages'
  | 'endDebits'
  | 'readReturnMail'
  | 'repairCause'
  | 'runAgain'
  | 'stopDebits'
  | 'reviewDocuments'
  | 'askAgain'
  | 'decideReview'
  | 'readLoan'
  | 'enableBank'
  | 'askForLink'
  | 'allowAccount'
  | 'withdrawAccount'
  | 'answerDataRequest'
  | 'reviewApplication'
  | 'limitInterest'
  | 'settleBankruptcy'

/** Each act for staff, with the command where there is one. */
export const WORK_ITEM_ACTS: Readonly<Record<WorkItemAct, string>> = {
  askBank: 'ask the bank what the entry is about, or for a correct file',
  importReturn: 'import the correct file: ops returns import FILE --portfolio N',
  retryReturn: 'try it again once its cause is repaired: ops returns retry ITEM',
  resolveException:
    'enter what becomes of it, for a colleague to confirm: ops returns resolve ITEM --apply T…, --send-back R68 or --ignore',
  enterPosting: 'enter a posting: ops post LOAN … or ops refund LOAN …',
  signAgain: 'have the borrower sign new dates',
  cancelLoan: 'cancel the loan with the borrower',
  askForAccount: 'ask the borrower for another bank account',
  sendCheck: 'pay by check',
  checkReceipt: 'ask the bank whether it paid the check, then: ops post LOAN checkReceipt --transaction T',
  sendByMail:
    'print it from the paper queue and mail it: ops notices paper list --portfolio N; ask for another address',
  callBorrower: 'call the borrower',
  readMessages: 'read what the customer wrote and answer: ops messages, ops messages show CUSTOMER',
  endDebits:
    'if it is meant, have the borrower end automatic payments on the loan page, or suspend: ops suspend LOAN',
  readReturnMail: 'look at the files in cur of the return mailbox; answer people who wrote to it',
  repairCause: 'repair the cause; the failure code says where',
  runAgain: 'the next round tries again, or run it now: ops batch run, ops settle run',
  stopDebits: 'stop new debits of that kind and inform compliance',
  reviewDocuments: 'look at each document, then accept or refuse it: ops review documents LOAN',
  askAgain: 'ask again with a new day: ops review ask LOAN …',
  decideReview: 'decide without the documents: ops approve LOAN, ops decline LOAN …',
  enableBank:
    'register with the bank, or name the use of its data, in the dashboard of the bank link provider',
  askForLink: 'ask the borrower to link the bank again on the loan page',
  allowAccount: 'let the borrower use the account that the new link shows: ops bank-link allow LOAN',
  withdrawAccount: 'take back what was allowed: ops work done ITEM',
  answerDataRequest:
    'read what is asked: ops person requests CUSTOMER; then enter it: ops person correct or ops person erase, or answer: ops person answer',
  reviewApplication:
    'decide on it under Review, or: ops approve, ops counter, ops decline or ops pass-on LOAN',
  limitInterest:
    'on active duty: work out interest and fees at 6 percent from the first day of service, forgive the rest, lower the payments (50 USC 3937)',
  settleBankruptcy:
    'in bankruptcy: give back what was debited after the petition, decide on money under way, write to the attorney alone (11 USC 362)',
  readLoan: 'read everything about the loan: ops loan LOAN',
}
