import { TransactionType, TransactionStatus } from './codes.ts'
import { expect, test } from 'vitest'
import { cents } from '../money/cents.ts'
import { isRefundWaiting, overpaymentStep } from './overpayment.ts'

const refund = (transactionNo: string, amount: bigint, more: object = {}) => ({
  transactionNo,
  type: TransactionType.refund,
  purpose: 'refund' as const,
  status: TransactionStatus.none,
  amount: cents(amount),
  changeNo: null,
  ...more,
})

test('what is overpaid and not planned yet is planned to the cent (domain.md §14)', () => {
  expect(overpaymentStep(cents(3_644n), [])).toEqual({ drop: [], plan: 3_644n })
  expect(overpaymentStep(cents(5_644n), [refund('T1', 3_644n)])).toEqual({ drop: [], plan: 2_000n })
  expect(overpaymentStep(cents(3_644n), [refund('T1', 3_644n)])).toEqual({ drop: [], plan: 0n })
})

test('what is overpaid no more is not sent, and the rest is planned anew', () => {
  expect(overpaymentStep(cents(1_000n), [refund('T1', 3_644n)])).toEqual({ drop: ['T1'], plan: 1_000n })
  expect(overpaymentStep(cents(0n), [refund('T1', 3_644n)])).toEqual({ drop: ['T1'], plan: 0n })
  // One that is sent or was given for another reason stays.
  const others = [
    refund('T1', 3_644n, { status: TransactionStatus.onBatch }),
    refund('T2', 500n, { changeNo: 'P1' }),
  ]
  expect(overpaymentStep(cents(0n), others)).toEqual({ drop: [], plan: 0n })
})

test('a refund for another reason takes of what is overpaid first, so that both together are no more than that', () => {
  const goodwill = refund('T2', 200n, { changeNo: 'P1' })
  expect(overpaymentStep(cents(3_644n), [refund('T1', 3_644n), goodwill])).toEqual({
    drop: ['T1'],
    plan: 3_444n,
  })
  expect(overpaymentStep(cents(3_644n), [refund('T1', 3_444n), goodwill])).toEqual({ drop: [], plan: 0n })
  // One that is pending can be dropped no more.
  const leaving = refund('T1', 3_644n, { status: TransactionStatus.pending })
  expect(overpaymentStep(cents(3_644n), [leaving, goodwill])).toEqual({ drop: [], plan: 0n })
})

test('a reversal gives back what counts no more, so it is no refund of an overpayment', () => {
  const reversal = refund('T1', 3_644n, { purpose: 'reversal' })
  expect(overpaymentStep(cents(0n), [reversal])).toEqual({ drop: [], plan: 0n })
  expect(overpaymentStep(cents(500n), [reversal])).toEqual({ drop: [], plan: 500n })
})

test('it waits while a payment can come back', () => {
  const payment = { type: TransactionType.debit, status: TransactionStatus.notChecked }
  expect(isRefundWaiting({ changeNo: null }, [payment])).toBe(true)
  expect(isRefundWaiting({ changeNo: null }, [{ ...payment, status: TransactionStatus.checked }])).toBe(false)
  expect(isRefundWaiting({ changeNo: 'P1' }, [payment])).toBe(false)
})
