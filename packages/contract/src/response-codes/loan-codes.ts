import { ours, product } from './entry.ts'

/** The loan and its money: -92020xxx. */
export const loanCodes = {
  loanStatusInvalid: product(
    -92020043,
    409,
    '/notification/302',
    'This link or step does not fit your loan any more. Go to your home page.',
  ),
  loanNotFound: ours(-92020044, 404, '/404', 'We cannot find this loan. Open it from your home page.'),
  changeAlreadyOpen: ours(
    -92020045,
    409,
    'popup',
    'A change of this loan is already open. Cancel it or wait until it is done.',
  ),
  changeNotCancellable: ours(
    -92020046,
    409,
    'popup',
    'A part of this change is already sent and cannot be cancelled. Contact us for help.',
  ),
  changeTooLate: ours(-92020047, 409, 'popup', 'This payment is already on its way. Choose a later payment.'),
  changeTypeRefused: ours(
    -92020048,
    422,
    'popup',
    'This change is not offered. Choose one of the changes shown.',
  ),
  amountTooSmall: ours(
    -92020049,
    422,
    'field errors',
    'This amount would not repay the loan. Enter at least the amount shown.',
  ),
  amountTooLarge: ours(
    -92020050,
    422,
    'field errors',
    'This amount is more than you owe. Enter less, or pay off.',
  ),
  dateNotAvailable: ours(
    -92020051,
    422,
    'field errors',
    'This date cannot be chosen. Pick one of the offered dates.',
  ),
  cutOffPassed: ours(
    -92020052,
    409,
    'popup',
    'The cut-off for today has passed. Accept the next date to go on.',
  ),
  quoteOutdated: ours(
    -92020053,
    409,
    'look again',
    'This quote is out of date. Look at the new figures and confirm again.',
  ),
  paymentModeRefused: ours(
    -92020054,
    422,
    'field errors',
    'This way to pay is not offered. Choose another way to pay.',
  ),
  authorizationRequired: ours(
    -92020055,
    422,
    'authorize',
    'We need a new payment authorization from you. Sign one, or choose another way to pay.',
  ),
  debitDenied: ours(
    -92020056,
    422,
    'popup',
    'This payment cannot be taken from your account. Choose another way to pay.',
  ),
  rescissionTimePassed: ours(
    -92020057,
    409,
    'popup',
    'The time to cancel has passed. You can pay off the loan instead.',
  ),
  repairNotOpen: ours(
    -92020058,
    409,
    '/notification/206',
    'There is nothing to repair now. Go to your home page.',
  ),
  withdrawalTooLate: ours(
    -92020059,
    409,
    'popup',
    'The money is already on its way. You can cancel the loan once it has arrived.',
  ),
  disbursementNotOpen: ours(
    -92020060,
    409,
    'popup',
    'This payout can no longer be changed. See your home page for its state.',
  ),
  reviewDecisionRefused: ours(
    -92020061,
    409,
    'popup',
    'This decision does not fit the state of the loan. Reload the queue and look again.',
  ),
  makerCheckerSame: ours(
    -92020062,
    403,
    'popup',
    'A second person must confirm this. Ask a colleague to approve it.',
  ),
  batchNotAllowed: ours(
    -92020063,
    409,
    'popup',
    'No batch can be cut now. Run it on a banking day before the cut-off.',
  ),
  importRefused: ours(
    -92020064,
    422,
    'popup',
    'This file cannot be imported. Check the lines named and send it again.',
  ),
  clockNotMovable: ours(
    -92020065,
    409,
    'popup',
    'This clock cannot be moved there. Choose a later moment, on a demonstration server.',
  ),
} as const
