import { ChangeType } from '@dolphin/domain/payments/codes'
import { type FileAct, type PostingAct, POSTING_ACTS } from '@dolphin/domain/servicing/acts/codes'
import { type CallInput, type CallResult, type CallValue, call } from '../../calls/call.ts'
import { actText } from './act-messages.ts'

/** What may be done in a file, and what can be chosen in it. */
export type FileActs = CallValue<'listFileActs'>
/** An act with its details, as the server previews it. */
export type ActOrder = CallInput<'previewFileAct'>['body']
type PostingOrder = Extract<ActOrder, { readonly changeTypeCode: unknown }>

/** What stands in the fields of an act; a field that it does not have stays empty. */
export interface TypedAct {
  readonly amount: string
  readonly date: string
  readonly mode: string
  readonly code: string
  readonly transaction: string
  readonly installment: string
  /** A reason, a step, or what is not wanted. */
  readonly choice: string
}

export type ActField = keyof TypedAct
export type ActFaults = Readonly<Partial<Record<ActField | 'note', string>>>

const isPosting = (act: FileAct): act is PostingAct => (POSTING_ACTS as readonly string[]).includes(act)

const FIELDS: Readonly<Partial<Record<FileAct, readonly ActField[]>>> = {
  receipt: ['amount', 'mode', 'date'],
  checkReceipt: ['transaction'],
  refund: ['code', 'amount'],
  feeWaiver: ['amount'],
  interestWaiver: ['amount'],
  rejectEntry: ['transaction'],
  scheduleChange: ['code'],
  suspend: ['choice'],
  collect: ['choice'],
  optOut: ['choice'],
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

/** The fields of an act, in their order; what was chosen may ask for more. */
export const fieldsOf = (act: FileAct, { code }: TypedAct): readonly ActField[] => [
  ...(FIELDS[act] ?? []),
  ...(FIELDS_OF_CODE[Number(code)] ?? []),
]

/** What the fields begin with: today, and the whole of what may be waived. */
export function firstTyped(act: FileAct, { today, choices }: FileActs): TypedAct {
  const amount = act === 'feeWaiver' ? choices.fees : act === 'interestWaiver' ? choices.interest : ''
  const date = act === 'receipt' ? today : ''
  return { amount, date, mode: '', code: '', transaction: '', installment: '', choice: '' }
}

const AMOUNT = /^(\d{1,7})(?:\.(\d{1,2}))?$/

/** "1,200.5" → "1200.50"; undefined for what is no amount. */
export function amountOf(typed: string): string | undefined {
  const [, dollars, part = ''] = AMOUNT.exec(typed.trim().replaceAll(/[$,]/g, '')) ?? []
  return dollars === undefined ? undefined : `${Number(dollars)}.${part.padEnd(2, '0')}`
}

/** What is missing or wrong; empty where nothing is. */
export function faultsOf(act: FileAct, typed: TypedAct): ActFaults {
  const wrong = fieldsOf(act, typed).flatMap((field) => {
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
  paymentMode: 'mode',
  changeTypeCode: 'code',
  transactionNo: 'transaction',
  installmentNo: 'installment',
}

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

/** What is wrong with the note: an opt-out needs to say how it was asked for. */
export const noteFaults = (act: FileAct, note: string): ActFaults =>
  act === 'optOut' && note.trim() === '' ? { note: actText.noteMissing } : {}

function faultOf(field: ActField, value: string): string | undefined {
  if (field === 'amount') return amountOf(value) === undefined ? actText.amountWrong : undefined
  if (value !== '') return undefined
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
    case 'optOut':
      return { act, ...account, optOut: typed.choice } as ActOrder
    case 'freeze':
    case 'deactivate':
    case 'activate':
      return { act, ...account }
    case 'cure':
    case 'voidLoan':
    case 'endPaid':
      return { act, loanNo }
  }
}

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
  }
}

/** Under which number it waits for a colleague; null where it was done at once. */
type Entered = string | null

const entered = <Value>(
  result: CallResult<Value>,
  numberIn: (value: Value) => { readonly approvalNo: string } | null,
): CallResult<Entered> =>
  result.ok ? { ok: true, value: numberIn(result.value)?.approvalNo ?? null } : result

/** Makes the call of the act: the one that the terminal makes too. */
export async function carryOut(order: ActOrder, note: string): Promise<CallResult<Entered>> {
  if ('changeTypeCode' in order) {
    const { act: kind, ...posting } = order
    const body = { ...posting, kind, note }
    return entered(await call('manualPosting', { body }), ({ approval }) => approval)
  }
  if ('openId' in order) return await changeAccount(order, note)
  const { loanNo } = order
  switch (order.act) {
    case 'suspend':
    case 'cure': {
      const subStatus = order.act === 'suspend' ? order.subStatus : null
      return entered(await call('suspendLoan', { body: { loanNo, subStatus, note } }), () => null)
    }
    case 'collect': {
      const body = { loanNo, subStatus: order.subStatus, note }
      return entered(await call('collectLoan', { body }), ({ approval }) => approval)
    }
    case 'voidLoan':
    case 'endPaid': {
      const subStatus = order.act === 'voidLoan' ? ('voided' as const) : ('paidOff' as const)
      const body = { loanNo, subStatus, note }
      return entered(await call('terminateLoan', { body }), ({ approval }) => approval)
    }
  }
}

async function changeAccount(
  order: Extract<ActOrder, { readonly openId: string }>,
  note: string,
): Promise<CallResult<Entered>> {
  const { portfolioId, openId: account } = order
  if (order.act === 'optOut') {
    const body = { portfolioId, account, optOut: order.optOut, note }
    return entered(await call('enterOptOut', { body }), () => null)
  }
  const body = { portfolioId, account, change: order.act, note }
  return entered(await call('changeAccount', { body }), ({ approval }) => approval)
}
