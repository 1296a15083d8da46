import { type AccountAct, PERSON_ACTS } from '@dolphin/domain/servicing/acts/codes'
import { type CallResult, call } from '../../calls/call.ts'
import type { ActOrder } from './act-order.ts'
import type { PersonOrder } from './person-order.ts'

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
  if (isPersonOrder(order)) return await carryOutForPerson(order, note)
  if ('openId' in order) return await changeAccount(order, note)
  const { loanNo } = order
  switch (order.act) {
    case 'reverseEntry': {
      const { act: _, ...entry } = order
      return entered(await call('reverseEntry', { body: { ...entry, note } }), ({ approval }) => approval)
    }
    case 'sendPrenote':
      return entered(await call('sendPrenote', { body: { loanNo, note } }), ({ approval }) => approval)
    case 'stopDebit': {
      const body = { loanNo, installmentNo: order.installmentNo, note }
      return entered(await call('stopDebit', { body }), () => null)
    }
    case 'revokeAuthorization':
      return entered(await call('revokeAuthorization', { body: { loanNo, note } }), () => null)
    case 'suspend':
    case 'cure': {
      const subStatus = order.act === 'suspend' ? order.subStatus : null
      return entered(await call('suspendLoan', { body: { loanNo, subStatus, note } }), () => null)
    }
    case 'noteLegalFact': {
      const { act: _, ...noted } = order
      return entered(await call('noteLegalFact', { body: { ...noted, note } }), () => null)
    }
    case 'endLegalFact': {
      const { act: _, ...ended } = order
      return entered(await call('endLegalFact', { body: { ...ended, note } }), ({ approval }) => approval)
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
  order: Extract<ActOrder, { readonly act: AccountAct }>,
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

const isPersonOrder = (order: ActOrder): order is PersonOrder =>
  (PERSON_ACTS as readonly string[]).includes(order.act)

async function carryOutForPerson(order: PersonOrder, note: string): Promise<CallResult<Entered>> {
  switch (order.act) {
    case 'setHold': {
      const { portfolioId, scope, subject } = order
      const body = { portfolioId, scope, subject, reason: note }
      return entered(await call('setLegalHold', { body }), ({ approval }) => approval)
    }
    case 'liftHold': {
      const { portfolioId, holdNo } = order
      const body = { portfolioId, holdNo, reason: note }
      return entered(await call('liftLegalHold', { body }), ({ approval }) => approval)
    }
    case 'correctPerson': {
      const { openId, right } = order
      const body = { openId, right, note, ...answered(order) }
      return entered(await call('correctPerson', { body }), ({ approval }) => approval)
    }
    case 'erasePerson': {
      const body = { openId: order.openId, note, ...answered(order) }
      return entered(await call('erasePerson', { body }), ({ approval }) => approval)
    }
  }
}

const answered = ({ requestNo }: { readonly requestNo: string | null }) =>
  requestNo === null ? {} : { requestNo }
