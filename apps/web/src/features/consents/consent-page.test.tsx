import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { formText } from '../../form-engine/messages.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { giveBootData } from '../../testing/boot-data.ts'
import { render, settle, unmount, until } from '../../testing/render.tsx'
import { aSigning } from '../../testing/sample-signing.ts'
import ConsentPage from './consent-page.tsx'

type Consent = ReturnType<typeof aSigning>['consents'][number]

async function open(given: Partial<Consent>) {
  const consents = aSigning().consents.map((consent) =>
    consent.kind === ConsentKind.electronicRecords ? { ...consent, ...given } : consent,
  )
  const overview = { data: { consents, militarySelfIdentified: false, complete: true } }
  const sent = answerCalls({ checkConsentStatus: overview, batchSaveConsentStatus: overview })
  const page = await render(<ConsentPage />)
  await until(() => page.querySelector('h1') !== null)
  return { page, sent }
}

const box = (page: HTMLElement, kind: ConsentKind) => page.querySelector<HTMLInputElement>(`#consent-${kind}`)

beforeAll(giveBootData)
beforeEach(() => history.replaceState(null, '', '/consent'))
afterEach(async () => {
  await unmount()
  vi.unstubAllGlobals()
})

test('what was given stands there with its day, and is ticked (pages.md "welcome, /consent")', async () => {
  const { page } = await open({ given: true, givenAt: '2026-11-20T10:00:00-05:00' })
  expect(page.textContent).toContain(formText('consentGiven', { date: 'Fri, Nov 20, 2026' }))
  expect(box(page, ConsentKind.electronicRecords)?.checked).toBe(true)
  expect(box(page, ConsentKind.achAuthorization)?.checked).toBe(false)
  expect(page.textContent.split('You agreed')).toHaveLength(2)
})

test('a text that has changed since says so, is open again, and is sent at its new version', async () => {
  const { page, sent } = await open({
    given: true,
    givenAt: '2026-11-20T10:00:00-05:00',
    outdated: true,
    version: 2,
  })
  expect(page.textContent).toContain(formText('consentGivenBefore', { date: 'Fri, Nov 20, 2026' }))
  expect(box(page, ConsentKind.electronicRecords)?.checked).toBe(false)
  await settle(() => page.querySelector('form')?.requestSubmit())
  expect(page.querySelectorAll('[role=alert] li')).toHaveLength(1)
  await settle(() => box(page, ConsentKind.electronicRecords)?.click())
  await settle(() => page.querySelector('form')?.requestSubmit())
  expect(sent.find(({ name }) => name === 'batchSaveConsentStatus')?.body).toEqual({
    consents: [
      { kind: ConsentKind.electronicRecords, version: 2, given: true },
      { kind: ConsentKind.achAuthorization, version: 1, given: false },
    ],
  })
})
