import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { describe, expect, test } from 'vitest'
import { settle, type, until } from '../../testing/render.tsx'
import { aLiveLoan, aChange, aChangeList, aPreview } from '../../testing/sample-repayment.ts'
import { changeText } from './change-messages.ts'
import { markText } from '../agreements/mark-messages.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { button, open, press, saves, says } from '../../testing/loan-page.tsx'

signedInForEachTest()

const REVIEW = '?change=extra-payment&amount=50.00&date=2026-03-16&effect=shorter&pay=15000&step=review'
const PAY = 'Pay $50.00 on Mon, Mar 16, 2026'

describe('a change: preview, then confirm, then receipt (domain.md §10)', () => {
  test('an amount outside of the range stands at its field and asks for nothing', async () => {
    const { page } = await open('?change=extra-payment', { requestChange: { data: aPreview() } })
    await until(() => page.querySelector('#amount') !== null)
    await type(page.querySelector<HTMLInputElement>('#amount')!, '5')
    await settle(() => page.querySelector('form')?.requestSubmit())
    expect(page.querySelector('#amount-error')?.textContent).toBe(
      changeText('amountRange', { least: '$10.00', most: '$503.55' }),
    )
    expect(location.search).not.toContain('step=review')
  })

  test('both ways an extra payment can work are worked out before one is chosen', async () => {
    const { page, sent } = await open('?change=extra-payment', { requestChange: { data: aPreview() } })
    await says(page, 'Saves $12.50')
    const effects = sent.flatMap(({ name, body }) =>
      name === 'requestChange' ? [(body as { effect: string }).effect] : [],
    )
    expect(new Set(effects)).toEqual(new Set(['shorter', 'smaller']))
    expect(saves(sent)).toEqual([])
  })

  test('old and new stand beside each other, and a double tap is one change', async () => {
    const saved = aPreview({ mode: 1, changeNo: 'C-1', notification: 103, documentNo: 'D-9' })
    let count = 0
    const { page, sent } = await open(REVIEW, {
      requestChange: () => ({ data: count++ === 0 ? aPreview() : saved }),
    })
    await says(page, changeText('pairOld'))
    expect(page.textContent).toContain('A remark of the server.')
    await settle(() => {
      button(page, PAY)?.click()
      button(page, PAY)?.click()
    })
    await until(() => location.pathname === '/notification/103')
    expect(saves(sent)).toHaveLength(1)
    expect(saves(sent)[0]?.body).toMatchObject({ quoteId: 'Q-1', amount: '50.00', mode: 1 })
    expect(new URLSearchParams(location.search).get('changeNo')).toBe('C-1')
  })

  test('a change without effect says so, and there is nothing to confirm', async () => {
    const { oldSchedule } = aPreview()
    const same = aPreview({ newSchedule: oldSchedule, costDifference: '0.00' })
    const { page, sent } = await open('?change=holiday&rule=1&step=review', { requestChange: { data: same } })
    await says(page, changeText('noEffectTitle'))
    expect(button(page, changeText('changeChoices'))).toBeDefined()
    expect(button(page, changeText('confirm'))).toBeUndefined()
    expect(page.querySelector('form')).toBeNull()
    expect(saves(sent)).toEqual([])
  })

  test('"Finish sooner" is not said of an extra payment that leaves the last day', async () => {
    const { page } = await open('?change=extra-payment', { requestChange: { data: aPreview() } })
    await says(page, changeText('effectLess'))
    expect(page.textContent).not.toContain(changeText('effectShorter'))
  })

  test('paying what is due asks for no effect, and sends the one it is', async () => {
    const { page, sent } = await open('?change=extra-payment&effect=due&amount=288.51&pay=15000', {
      requestChange: { data: aPreview() },
    })
    await says(page, changeText('dueTitle'))
    expect(page.textContent).not.toContain(changeText('effectSmaller'))
    await settle(() => page.querySelector('form')?.requestSubmit())
    await until(() => location.search.includes('step=review'))
    expect(sent.findLast(({ name }) => name === 'requestChange')?.body).toMatchObject({
      amount: '288.51',
      effect: 'due',
    })
  })

  test('where days and amounts stay, the schedule stands there once', async () => {
    const { oldSchedule } = aPreview()
    const same = aPreview({ changeTypeCode: ChangeType.revokeFutureAch, newSchedule: oldSchedule })
    const { page } = await open('?change=stop-automatic&step=review', { requestChange: { data: same } })
    await says(page, changeText('pairSame'))
    expect(page.querySelectorAll('table')).toHaveLength(1)
  })

  test.each([true, false])(
    'the same amounts by debit, autopay on %s: confirmed only where it is off',
    async (on) => {
      const { oldSchedule } = aPreview()
      const same = aPreview({ newSchedule: oldSchedule, costDifference: '0.00', payment: null, quote: null })
      const { page } = await open('?change=fixed-amount&amount=78.61&pay=15000&step=review', {
        paymentDetail: { data: aLiveLoan({ automatic: { on, reason: null } }) },
        payFixedAmount: { data: { ...same, changeTypeCode: ChangeType.payFixedAmount } },
      })
      await says(page, changeText(on ? 'noEffectTitle' : 'reviewTitle'))
    },
  )

  test('an outdated quote shows what has changed, and saves only after another look', async () => {
    let previews = 0
    const { page, sent } = await open(REVIEW, {
      requestChange: () => {
        previews += 1
        if (previews === 2) return { status: 409, code: -92020053, message: 'Out of date.' }
        return { data: aPreview(previews === 1 ? {} : { quoteId: 'Q-2', totalAfter: '570.00' }) }
      },
    })
    await says(page, changeText('pairOld'))
    await press(page, PAY)
    await says(page, changeText('outdatedTitle'))
    expect(page.textContent).toContain('$564.52 before, $570.00 now')
    expect(saves(sent)).toHaveLength(1)
  })

  test('a change that must be signed is not sent without a signature', async () => {
    const { page, sent } = await open(REVIEW, { requestChange: { data: aPreview({ needsSignature: true }) } })
    await says(page, changeText('signTitle'))
    await press(page, PAY)
    expect(saves(sent)).toEqual([])
    await type(page.querySelector<HTMLInputElement>('#signatureMark')!, 'Ann Example')
    await press(page, PAY)
    await until(() => saves(sent).length > 0)
    expect(saves(sent)[0]?.body).toMatchObject({ mark: { kind: 'typed', text: 'Ann Example' } })
  })

  const SIGNS = { requestChange: { data: aPreview({ needsSignature: true }) } }
  const fieldSays = (page: HTMLElement) => {
    const described = page.querySelector('#signatureMark')?.getAttribute('aria-describedby') ?? ''
    return document.getElementById(described.split(' ').at(-1) ?? '')?.textContent ?? ''
  }

  test('another name is refused at its field, in the words of the agreement, before anything is sent', async () => {
    const { page, sent } = await open(REVIEW, SIGNS)
    await says(page, changeText('signTitle'))
    await until(() => sent.some(({ name }) => name === 'getPersonalInfo'))
    const field = page.querySelector<HTMLInputElement>('#signatureMark')!
    await type(field, 'Bert Other')
    await press(page, PAY)
    expect(fieldSays(page)).toContain(markText('nameOther', { name: 'Ann Example' }))
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement).toBe(field)
    expect(saves(sent)).toEqual([])
    await type(field, 'ann example')
    await press(page, PAY)
    await until(() => saves(sent).length > 0)
    expect(saves(sent)[0]?.body).toMatchObject({ mark: { kind: 'typed', text: 'ann example' } })
  })

  test('what the server says of the signature stands at its field until it is another', async () => {
    const words = 'Type your full name as it appears in the agreement: Ann Example'
    let asked = 0
    const { page } = await open(REVIEW, {
      ...SIGNS,
      requestChange: () => {
        asked += 1
        const errors = [{ elementKey: 'mark', message: words }]
        return asked === 1
          ? SIGNS.requestChange
          : { status: 422, code: -83131229, message: 'Not complete.', errors }
      },
    })
    await says(page, changeText('signTitle'))
    const field = page.querySelector<HTMLInputElement>('#signatureMark')!
    await type(field, 'Ann Example Jr')
    await press(page, PAY)
    await until(() => fieldSays(page).includes(words))
    expect(fieldSays(page)).toContain(words)
    expect(page.querySelector('[role=alert]')?.textContent ?? '').not.toContain(words)
    await type(field, 'Ann Example')
    expect(fieldSays(page)).not.toContain(words)
  })

  test('a broken line after the confirmation: found by looking, never sent twice', async () => {
    let asked = 0
    const { page, sent } = await open(REVIEW, {
      requestChange: () => {
        asked += 1
        if (asked > 1) throw new TypeError('the line is down')
        return { data: aPreview() }
      },
      listChange: () => ({ data: aChangeList(asked > 1 ? [aChange()] : []) }),
    })
    await says(page, changeText('pairOld'))
    await press(page, PAY)
    await until(() => location.pathname === '/notification/103')
    expect(saves(sent)).toHaveLength(1)
    expect(new URLSearchParams(location.search).get('changeNo')).toBe('C-1')
  })

  test('a new authorization is read, signed at its version by its own name, and kept as a document', async () => {
    const { page, sent } = await open('?change=authorization', {
      getConsentTemplate: {
        data: {
          templates: [
            {
              kind: 'achAuthorization',
              version: 3,
              required: false,
              label: '',
              title: 'T',
              text: 'One.\n\nTwo.',
            },
          ],
        },
      },
      authorization: {
        data: {
          loanNo: '118-0000017',
          authorizedAt: '2026-03-10T10:00:00-04:00',
          documentNo: 'D-3',
          paymentMode: PaymentMode.ach,
        },
      },
    })
    await says(page, 'Two.')
    await type(page.querySelector<HTMLInputElement>('#signatureMark')!, 'Bert Other')
    await settle(() => page.querySelector('form')?.requestSubmit())
    expect(fieldSays(page)).toContain(markText('nameOther', { name: 'Ann Example' }))
    expect(sent.some(({ name }) => name === 'authorization')).toBe(false)
    await type(page.querySelector<HTMLInputElement>('#signatureMark')!, 'Ann Example')
    await settle(() => page.querySelector('form')?.requestSubmit())
    await says(page, changeText('authorizedTitle'))
  })
})
