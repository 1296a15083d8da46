import type { LegalFactKind } from '@dolphin/domain/loans/legal-facts'
import { ChangeType } from '@dolphin/domain/payments/codes'
import type { ReversalReason } from '@dolphin/domain/payments/reversal'
import {
  ENTRY_ACTS,
  type FileAct,
  PERSON_ACTS,
  type PostingAct,
  POSTING_ACTS,
} from '@dolphin/domain/servicing/acts/codes'
import type { CallInput, CallValue } from '../../calls/call.ts'
import { isWholeNote } from '../../form/note-field.tsx'
import { amountOf } from '../../form/typed-amount.ts'
import { actText } from './act-messages.ts'
import { NO_PERSON, PERSON_FIELDS, personFaults, rightOf, type TypedPerson } from './person-order.ts'

/** What may be done in a file, and what can be chosen in it. */
export type FileActs = CallValue<'listFileActs'>
/** An act with its details, as the server previews it. */
export type ActOrder = CallInput<'previewFileAct'>['body']
type PostingOrder = Extract<ActOrder, { readonly changeTypeCode: unknown }>

/** What stands in the fields of an act; a field that it does not have stays empty. */
export interface TypedAct extends TypedPerson {
  readonly amount: string
  readonly date: string
  /** Court and case number, or orders. */
  readonly reference: string
  readonly mode: string
  readonly code: string
  readonly transaction: string
  readonly installment: string
  /** The loan that a receipt moves to; empty where none is known. */
  readonly rightLoan: string
  /** A reason, a step, what is not wanted, what is held, or a hold. */
  readonly choice: string
  /** When an error was found: an instant, or "now". */
  readonly found: string
  /** Of a customer; "none" where it answers none. */
  readonly request: string
}

export type ActField = keyof TypedAct
export type ActFaults = Readonly<Partial<Record<ActField | 'note', string>>>

const isPosting = (act: FileAct): act is PostingAct => (POSTING_ACTS as readonly string[]).includes(act)

const FIELDS: Readonly<Partial<Record<FileAct, readonly ActField[]>>> = {
  receipt: ['amount', 'mode', 'date'],
  checkReceipt: ['transaction'],
  reverseReceipt: ['transaction', 'choice'],
  refund: ['code', 'amount'],
  feeWaiver: ['amount'],
  interestWaiver: ['amount'],
  rejectEntry: ['transaction'],
  scheduleChange: ['code'],
  stopDebit: ['installment'],
  suspend: ['choice'],
  noteLegalFact: ['choice', 'date', 'reference'],
  endLegalFact: ['choice', 'date'],
  collect: ['choice'],
  optOut: ['choice'],
  reverseEntry: ['transaction', 'choice', 'found'],
  setHold: ['choice'],
  liftHold: ['choice'],
  correctPerson: ['request', ...PERSON_FIELDS],
  erasePerson: ['request'],
}

const FIELDS_OF_CODE: Readonly<Record<number, readonly ActField[]>> = {
  [ChangeType.refundDuplicateDebit]: ['transaction'],
  [ChangeType.skip]: ['installment'],
  [ChangeType.makeup]: ['installment', 'date'],
  [ChangeType.changeAmount]: ['installment', 'amount'],
  [ChangeType.changeMode]: ['mode'],
  [ChangeType.changeDate]: ['installment', 'date'],
  [ChangeType.partialMakeup]: ['installment', 'date', 'amount'],
}

/** What stands in the place of a receipt that is reversed; either may be left empty. */
const FIELDS_OF_REASON: Readonly<Record<string, readonly ActField[]>> = {
  wrongLoan: ['rightLoan'],
  wrongAmount: ['amount'],
}

/** The fields of an act, in their order; what was chosen may ask for more. */
export const fieldsOf = (act: FileAct, { code, choice }: TypedAct): readonly ActField[] => [
  ...(FIELDS[act] ?? []),
  ...(act === 'reverseReceipt' ? (FIELDS_OF_REASON[choice] ?? []) : []),
  ...(FIELDS_OF_CODE[Number(code)] ?? []),
]

/** What the fields begin with: today, and the whole of what may be waived. */
export function firstTyped(act: FileAct, { today, choices }: FileActs): TypedAct {
  const amount = act === 'feeWaiver' ? choices.fees : act === 'interestWaiver' ? choices.interest : ''
  const date = act === 'receipt' || act === 'endLegalFact' ? today : ''
  const asked = choices.requests.find(({ kind }) => kind === REQUEST_KINDS[act])
  return {
    ...NO_PERSON,
    amount,
    date,
    reference: '',
    mode: '',
    code: '',
    transaction: '',
    installment: '',
    rightLoan: '',
    choice: '',
    found: NOW,
    request: asked?.requestNo ?? NO_REQUEST,
  }
}

/** The kind of request that an act answers. */
export const REQUEST_KINDS: Readonly<Partial<Record<FileAct, 'correction' | 'deletion'>>> = {
  correctPerson: 'correction',
  erasePerson: 'deletion',
}
export const NO_REQUEST = 'none'
/** The debit that the borrower has confirmed once, of no installment. */
export const SINGLE = 'single'
export const NOW = 'now'

/** What is missing or wrong; empty where nothing is. */
export function faultsOf(act: FileAct, typed: TypedAct): ActFaults {
  if (act === 'correctPerson') return personFaults(typed)
  const wrong = fieldsOf(act, typed).flatMap((field) => {
    if (act === 'reverseReceipt' && OPTIONAL.includes(field) && typed[field].trim() === '') return []
    const fault = faultOf(field, typed[field])
    return fault === undefined ? [] : [[field, fault] as const]
  })
  return Object.fromEntries(wrong)
}

/** The server's name of each field. */
const FIELD_OF: Readonly<Record<string, ActField>> = {
  amount: 'amount',
  date: 'date',
  effectiveDate: 'date',
  since: 'date',
  endedOn: 'date',
  paymentMode: 'mode',
  changeTypeCode: 'code',
  transactionNo: 'transaction',
  installmentNo: 'installment',
  reversalReason: 'choice',
  rightLoanNo: 'rightLoan',
}

const OPTIONAL: readonly ActField[] = ['amount', 'rightLoan']

/** What the server refused, at the fields of the act that it is about. */
export function refusedFields(
  act: FileAct,
  typed: TypedAct,
  errors: readonly { readonly elementKey: string; readonly message: string }[],
): ActFaults {
  const shown = fieldsOf(act, typed)
  return Object.fromEntries(
    errors.flatMap(({ elementKey, message }) => {
      const field = FIELD_OF[elementKey]
      return field !== undefined && shown.includes(field) ? [[field, message] as const] : []
    }),
  )
}

const EXPLAINED: readonly FileAct[] = [...ENTRY_ACTS, ...PERSON_ACTS]

/** What is wrong with the note: an opt-out says how it was asked for, what a colleague could not see otherwise says why. */
export function noteFaults(act: FileAct, note: string): ActFaults {
  if (act === 'optOut' && note.trim() === '') return { note: actText.noteMissing }
  return EXPLAINED.includes(act) && !isWholeNote(note) ? { note: actText.noteShort } : {}
}

/** As the call takes it. */
const LOAN_NO = /^\d{3}-\d{7}$/

function faultOf(field: ActField, value: string): string | undefined {
  if (field === 'rightLoan') return LOAN_NO.test(value.trim()) ? undefined : actText.loanNoWrong
  if (field === 'amount') return amountOf(value) === undefined ? actText.amountWrong : undefined
  if (value !== '' || field === 'reference') return undefined
  return field === 'date' ? actText.dateMissing : actText.missing
}

const OWN_CODE: Readonly<Partial<Record<PostingAct, ChangeType>>> = {
  checkReceipt: ChangeType.manualChecked,
  rejectEntry: ChangeType.manualReject,
  cancelChange: ChangeType.cancelChange,
}

/** The act as the server takes it; its fields have been looked at. */
export function orderOf(act: FileAct, typed: TypedAct, acts: FileActs): ActOrder {
  const { portfolioId, openId } = acts
  const loanNo = acts.loanNo ?? ''
  const account = { portfolioId, openId: openId ?? '' }
  if (isPosting(act)) return postingOf(act, typed, acts)
  switch (act) {
    case 'suspend':
    case 'collect':
      // The choices are the server's own.
      return { act, loanNo, subStatus: typed.choice } as ActOrder
    case 'noteLegalFact': {
      const reference = typed.reference.trim() === '' ? null : typed.reference.trim()
      // The choices are the domain's own.
      return { act, loanNo, kind: typed.choice as LegalFactKind, since: typed.date, reference }
    }
    case 'endLegalFact':
      // The choices are the server's own.
      return { act, loanNo, kind: typed.choice as LegalFactKind, endedOn: typed.date }
    case 'optOut':
      return { act, ...account, optOut: typed.choice } as ActOrder
    case 'freeze':
    case 'deactivate':
    case 'activate':
      return { act, ...account }
    case 'stopDebit':
      return { act, loanNo, installmentNo: typed.installment === SINGLE ? null : Number(typed.installment) }
    case 'revokeAuthorization':
    case 'cure':
    case 'voidLoan':
    case 'endPaid':
    case 'sendPrenote':
      return { act, loanNo }
    case 'reverseEntry': {
      const foundAt = typed.found === NOW ? null : typed.found
      // The choices are the domain's own.
      const reason = typed.choice as ReversalReason
      return { act, loanNo, transactionNo: typed.transaction, reason, foundAt }
    }
    case 'setHold': {
      const [scope, subject = ''] = typed.choice.split('/')
      // The choices are the server's own.
      return { act, portfolioId, scope: scope as FileActs['choices']['toHold'][number]['scope'], subject }
    }
    case 'liftHold':
      return { act, portfolioId, holdNo: typed.choice }
    case 'correctPerson':
      return { act, ...account, requestNo: requestIn(typed), right: rightOf(typed) }
    case 'erasePerson':
      return { act, ...account, requestNo: requestIn(typed) }
  }
}

const requestIn = ({ request }: TypedAct): string | null => (request === NO_REQUEST ? null : request)

function postingOf(act: PostingAct, typed: TypedAct, acts: FileActs): PostingOrder {
  const fields = fieldsOf(act, typed)
  const has = (field: ActField) => fields.includes(field)
  const code = has('code') ? Number(typed.code) : (OWN_CODE[act] ?? ChangeType.none)
  return {
    act,
    loanNo: acts.loanNo ?? '',
    // The options are the domain's codes.
    changeTypeCode: code as PostingOrder['changeTypeCode'],
    amount: has('amount') ? (amountOf(typed.amount) ?? null) : null,
    effectiveDate: has('date') ? typed.date : acts.today,
    transactionNo: has('transaction') ? typed.transaction : null,
    installmentNo: has('installment') ? Number(typed.installment) : null,
    paymentMode: has('mode') ? (Number(typed.mode) as PostingOrder['paymentMode']) : null,
    // The choices are the domain's own.
    reversalReason: act === 'reverseReceipt' ? (typed.choice as PostingOrder['reversalReason']) : null,
    rightLoanNo: has('rightLoan') && typed.rightLoan.trim() !== '' ? typed.rightLoan.trim() : null,
  }
}
