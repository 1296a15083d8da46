import { DocumentType } from '@dolphin/domain/documents/document-type'
import { LoanStatus, SignStatus } from '@dolphin/domain/loans/codes'
import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeTokens } from '../../api-client/session.ts'
import { queryClient } from '../../api-client/with-queries.tsx'
import { AnnouncementsView } from '../../app/after-paint/announcements-view.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, type, unmount, until } from '../../testing/render.tsx'
import { anApplication } from '../../testing/sample-application.ts'
import { aSigning, aSigningStatus, type SigningDetails } from '../../testing/sample-signing.ts'
import { amendmentText } from './amendment-messages.ts'
import { markText } from './mark-messages.ts'
import { agreementText } from './messages.ts'
import SignaturePage from './signature-page.tsx'

const aLink = (needs: 'nothing' | 'identity' | 'signIn' = 'nothing', loanStatus: LoanStatus = 102) => ({
  data: {
    purpose: 'signature',
    portfolioId: 118,
    applicationNo: 'A-1',
    loanNo: '118-0000017',
    loanStatus,
    requestCode: 'R-1',
    expiresAt: '2026-03-12T12:00:00-05:00',
    next: '/signature/link-1',
    needs,
  },
})

const signed = {
  data: {
    requestCode: 'R-1',
    loanNo: '118-0000017',
    signStatus: SignStatus.signed,
    signedAt: '2026-03-05T12:00:00-05:00',
    loanStatus: LoanStatus.approved,
    documents: [],
  },
}

/** Opens the page at a signing in some state, and lets every reading settle. */
async function open(
  details: SigningDetails,
  signStatus: SignStatus = SignStatus.notSigned,
  loanStatus: LoanStatus = 102,
) {
  let standsAt = signStatus
  const sent = answerCalls({
    parseSignatureResource: aLink('nothing', loanStatus),
    getRequestStatus: () => ({ data: aSigningStatus('R-1', standsAt) }),
    getRequestDetails: { data: details },
    listSection: { data: anApplication(8, { signedIn: true }) },
    signingConsent: {
      data: { requestCode: 'R-1', signStatus: SignStatus.notSigned, consents: [] },
    },
    signingSign: () => {
      standsAt = SignStatus.signed
      return signed
    },
    signingDecline: { data: { requestCode: 'R-1', signStatus: SignStatus.cancelled } },
  })
  const page = await render(
    <>
      <SignaturePage params={{ resource: 'link-1' }} />
      <AnnouncementsView />
    </>,
  )
  await until(() => page.querySelector('h1') !== null)
  return { page, sent }
}

const heading = (page: HTMLElement) => page.querySelector('h1')?.textContent
const press = (page: HTMLElement, label: string) =>
  settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === label)?.click())
const choose = (page: HTMLElement, value: string) =>
  settle(() => page.querySelector<HTMLInputElement>(`input[value="${value}"]`)?.click())
const submit = (page: HTMLElement) => settle(() => page.querySelector('form')?.requestSubmit())
const bodyOf = (sent: Awaited<ReturnType<typeof open>>['sent'], name: string) =>
  sent.find((one) => one.name === name)?.body

beforeAll(giveBootData)
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  queryClient.clear()
  history.replaceState(null, '', '/signature/link-1')
  storeTokens({ accessToken: 'a', userCredential: 'u', channelId: 'c' })
})
afterEach(async () => {
  await unmount()
  vi.unstubAllGlobals()
})

describe('each sign status has its own page state (product.md §4)', () => {
  test.each([
    [SignStatus.notSigned, 'readTitle'],
    [SignStatus.signed, 'signedTitle'],
    [SignStatus.expired, 'expiredTitle'],
    [SignStatus.cancelled, 'canceledTitle'],
    [SignStatus.voided, 'voidedTitle'],
    [SignStatus.suspended, 'suspendedTitle'],
  ] as const)('status %i', async (signStatus, title) => {
    const { page } = await open(aSigning(), signStatus)
    expect(heading(page)).toBe(agreementText(title))
  })

  test('a link that needs a sign-in leads there (domain.md §3)', async () => {
    answerCalls({ parseSignatureResource: aLink('signIn') })
    await render(<SignaturePage params={{ resource: 'link-1' }} />)
    await settle(() => {})
    await settle(() => {})
    expect(location.pathname).toBe('/sign-in')
  })
})

describe('a change of a loan that is paid out is signed on the same page (domain.md §10)', () => {
  const amendment = () => {
    const { documents, consents } = aSigning()
    return aSigning({
      documents: documents.map((document) => ({ ...document, documentType: DocumentType.amendment })),
      consents: consents.filter(({ kind }) => kind === ConsentKind.electronicRecords),
    })
  }

  test.each([
    [SignStatus.notSigned, 'readTitle'],
    [SignStatus.signed, 'signedTitle'],
    [SignStatus.expired, 'expiredTitle'],
    [SignStatus.cancelled, 'canceledTitle'],
    [SignStatus.voided, 'voidedTitle'],
    [SignStatus.suspended, 'suspendedTitle'],
  ] as const)('status %i', async (signStatus, title) => {
    const { page } = await open(amendment(), signStatus, LoanStatus.processing)
    expect(heading(page)).toBe(amendmentText(title))
    // The lender sends it: the borrower cannot prepare another one.
    expect(page.textContent).not.toContain(agreementText('prepareNew'))
  })

  test('it is signed without a choice about automatic payments', async () => {
    const { page, sent } = await open(amendment(), SignStatus.notSigned, LoanStatus.processing)
    await press(page, agreementText('readContinue'))
    expect(heading(page)).toBe(amendmentText('signTitle'))
    await type(page.querySelector<HTMLInputElement>('#signatureMark')!, 'Ann Example')
    await submit(page)
    await press(page, agreementText('confirmSign'))
    await until(() => heading(page) === amendmentText('signedTitle'))
    expect(bodyOf(sent, 'signingSign')).toEqual({
      documents: [{ documentNo: 'D-1', sha256: 'ab'.repeat(32) }],
      mark: { kind: 'typed', text: 'Ann Example' },
    })
  })
})

describe('electronic records, asked again where the consent does not stand (15 USC 7001(c))', () => {
  const fresh = () => aSigning({ electronicConsentGiven: false })

  test('neither code nor consent: the summary names both, and nothing is sent', async () => {
    const { page, sent } = await open(fresh())
    expect(heading(page)).toBe(agreementText('consentTitle'))
    await submit(page)
    expect(page.querySelectorAll('[role=alert] li')).toHaveLength(2)
    expect(bodyOf(sent, 'signingConsent')).toBeUndefined()
  })

  test('beside each consent stands what it comes to, read with its box (ux.md "Plain words")', async () => {
    const { page } = await open(fresh())
    const box = page.querySelector('#consent-electronicRecords')
    const words = page.querySelector(`[id="${box?.getAttribute('aria-describedby')}"]`)
    expect(words?.textContent).toBe(
      fresh().consents.find(({ kind }) => kind === ConsentKind.electronicRecords)?.summary,
    )
  })

  test('the code and the consents at their versions are sent; automatic payments are not among them', async () => {
    const { page, sent } = await open(fresh())
    await type(page.querySelector<HTMLInputElement>('#proofCode')!, ' AB 12 ')
    await settle(() => page.querySelector<HTMLInputElement>('#consent-electronicRecords')?.click())
    await submit(page)
    expect(bodyOf(sent, 'signingConsent')).toEqual({
      proofCode: 'AB12',
      consents: [{ kind: ConsentKind.electronicRecords, version: 1, given: true }],
    })
  })
})

describe('the agreement', () => {
  test('the page shows the words of the document model, and its key figures beside it', async () => {
    const details = aSigning()
    const { page } = await open(details)
    for (const block of details.documents[0]!.model.blocks) {
      if (block.kind === 'heading' || block.kind === 'paragraph')
        expect(page.textContent).toContain(block.text)
      if (block.kind === 'table')
        for (const row of block.rows) for (const cell of row) expect(page.textContent).toContain(cell)
    }
    for (const { value } of details.keyFigures)
      expect(
        page.querySelector(`section[aria-label="${agreementText('keyFigures')}"]`)?.textContent,
      ).toContain(value)
  })
})

describe('the signature', () => {
  async function atSigning() {
    const opened = await open(aSigning())
    await press(opened.page, agreementText('readContinue'))
    expect(heading(opened.page)).toBe(agreementText('signTitle'))
    return opened
  }

  test('automatic payments stand with what they come to, in plain words', async () => {
    const { page } = await atSigning()
    const { summary = '' } =
      aSigning().consents.find(({ kind }) => kind === ConsentKind.achAuthorization) ?? {}
    expect(summary).not.toBe('')
    expect(page.querySelector('fieldset#automaticPayments')?.textContent).toContain(summary)
  })

  test('the steps go on counting from the application, without a counter of their own', async () => {
    const { page } = await open(aSigning())
    await until(() => page.textContent.includes('Step '))
    expect(page.textContent).toContain('Step 11 of 12: Agreement')
    await press(page, agreementText('readContinue'))
    expect(page.textContent).toContain('Step 12 of 12: Sign')
  })

  test('one sentence says what is agreed to: payments, total and APR', async () => {
    const { page } = await atSigning()
    expect(page.textContent).toContain(
      'By signing, you agree to make 13 payments, $926.00 in total, at 258.32% APR.',
    )
  })

  test('how to pay is not chosen beforehand', async () => {
    const { page } = await atSigning()
    expect(page.querySelectorAll('#automaticPayments input:checked')).toHaveLength(0)
  })

  test('the name of someone else is said at the field, before the last question and without a call', async () => {
    const { page, sent } = await atSigning()
    await choose(page, 'no')
    await type(page.querySelector<HTMLInputElement>('#signatureMark')!, 'Bob Example')
    await submit(page)
    const wrong = markText('nameOther', { name: 'Ann Example' })
    expect(page.querySelector('#signatureMark-error')?.textContent).toBe(wrong)
    expect(page.querySelector('dialog[open]')).toBeNull()
    await type(page.querySelector<HTMLInputElement>('#signatureMark')!, 'ann example')
    await submit(page)
    expect(page.querySelector('dialog[open]')).not.toBeNull()
    expect(bodyOf(sent, 'signingSign')).toBeUndefined()
  })

  test('without a choice and a name nothing is signed', async () => {
    const { page, sent } = await atSigning()
    await submit(page)
    expect([...page.querySelectorAll('[role=alert] li')].map((one) => one.textContent)).toEqual([
      agreementText('automaticOpen'),
      markText('nameMissing'),
    ])
    expect(bodyOf(sent, 'signingSign')).toBeUndefined()
  })

  test('a typed name signs exactly the documents shown; automatic payments are declined by themselves', async () => {
    const { page, sent } = await atSigning()
    await choose(page, 'no')
    await type(page.querySelector<HTMLInputElement>('#signatureMark')!, 'Ann Example')
    await submit(page)
    expect(bodyOf(sent, 'signingSign')).toBeUndefined()
    await press(page, agreementText('confirmSign'))
    expect(bodyOf(sent, 'signingSign')).toEqual({
      documents: [{ documentNo: 'D-1', sha256: 'ab'.repeat(32) }],
      mark: { kind: 'typed', text: 'Ann Example' },
      achAuthorization: false,
    })
    await until(() => heading(page) === agreementText('signedTitle'))
    expect(heading(page)).toBe(agreementText('signedTitle'))
    // Read again, the link would fit no more, and its refusal would lead away from this page
    await settle(() => {})
    expect(sent.filter(({ name }) => name === 'parseSignatureResource')).toHaveLength(1)
  })

  test('two taps on the last button sign once', async () => {
    const { page, sent } = await atSigning()
    await choose(page, 'yes')
    await type(page.querySelector<HTMLInputElement>('#signatureMark')!, 'Ann Example')
    await submit(page)
    const last = [...page.querySelectorAll('button')].find(
      (one) => one.textContent === agreementText('confirmSign'),
    )
    await settle(() => {
      last?.click()
      last?.click()
    })
    expect(sent.filter(({ name }) => name === 'signingSign')).toHaveLength(1)
  })

  test('declining asks first, then stops the signing', async () => {
    const { page, sent } = await atSigning()
    await press(page, agreementText('decline'))
    expect(bodyOf(sent, 'signingDecline')).toBeUndefined()
    await press(page, agreementText('declineConfirm'))
    expect(bodyOf(sent, 'signingDecline')).toEqual({})
  })
})
