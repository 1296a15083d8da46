import type { Approval } from '@dolphin/database/approvals/approval-repository'
import { stateAt } from '@dolphin/domain/approvals/approval-life'
import type { ConfirmObstacle } from '@dolphin/domain/approvals/codes'
import { confirmObstacle } from '@dolphin/domain/approvals/confirm-obstacle'
import { type Result, refuse } from '../../refusal.ts'
import type { Reader } from './approval-reader.ts'

/** Why an employee may not confirm an approval as it stands; undefined where they may. */
export function confirmFault(
  approval: Approval,
  { confirming }: Reader,
  now: Date,
): Result<never> | undefined {
  if (stateAt(approval, now) !== 'waiting') return refuse('approvalOver')
  const obstacle = confirmObstacle(approval, confirming)
  return obstacle === undefined ? undefined : refuse('approvalRefused', { message: OBSTACLE_WORDS[obstacle] })
}

const OBSTACLE_WORDS: Readonly<Record<ConfirmObstacle, string>> = {
  enteredByYourself: 'You entered this yourself. A colleague confirms it.',
  aboutYourself: 'This is about your own access. A colleague confirms it.',
  noRole: 'No role of yours confirms this.',
  otherPortfolio: 'Your role confirms this in another portfolio only.',
  outsideDates: 'Your role does not count today.',
  aboveLimit: 'The amount is above the limit of your role.',
  linkedAccounts:
    'The account that entered this and yours may be of one person: both were used at one browser, or one security key was offered for both. A colleague confirms it, or two other administrators lift the link under People.',
  sameAuthenticator:
    'It was entered with this authenticator, or in the session in which your passkey was made.',
  passkeyNeeded: 'A confirmation takes a passkey that you had before this session. Sign in again with one.',
  secondPasskeyNeeded:
    'To confirm takes two passkeys, so that a lost one shuts no one out. Add another under My account; a colleague confirms this meanwhile.',
  passkeyTooNew:
    'Your passkey was enrolled less than 24 hours ago. It confirms from then on; until then a colleague does.',
  devicePasskeyNeeded:
    'This moves money or someone’s access. It takes a passkey that stays on one device, such as a security key; yours may be copied to others. Add one under My account, then sign in with it.',
  deskNeeded: 'A confirmation takes the desk. Open it in a browser and sign in there.',
}

/** To return or refuse changes nothing of what is owed, so a terminal and a password are enough for it. */
const OF_THE_TOUCH: ReadonlySet<ConfirmObstacle> = new Set([
  'sameAuthenticator',
  'passkeyNeeded',
  'secondPasskeyNeeded',
  'passkeyTooNew',
  'devicePasskeyNeeded',
  'deskNeeded',
])

/** Why an employee may not answer otherwise: return and refuse are for who confirms, withdraw for who entered it. */
export function answerFault(
  approval: Approval,
  { confirming }: Reader,
  answer: 'return' | 'refuse' | 'withdraw',
  now: Date,
): Result<never> | undefined {
  if (stateAt(approval, now) !== 'waiting') return refuse('approvalOver')
  if (answer === 'withdraw')
    return approval.enteredBy === confirming.by
      ? undefined
      : refuse('approvalRefused', { message: NOT_YOURS })
  const obstacle = confirmObstacle(approval, confirming)
  return obstacle === undefined || OF_THE_TOUCH.has(obstacle)
    ? undefined
    : refuse('approvalRefused', { message: OBSTACLE_WORDS[obstacle] })
}

const NOT_YOURS = 'A colleague entered this. Only they take it back.'
