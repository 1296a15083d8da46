import { expect, test } from 'vitest'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, until } from '../../testing/render.tsx'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import ConsentPage from './consent-page.tsx'
import { consentText } from './messages.ts'

signedInForEachTest()

const consent = {
  version: 2,
  required: false,
  label: 'offers by mail',
  title: 'Offers',
  summary: 'We may write to you.',
  text: 'One.',
  given: true,
  givenAt: '2026-03-05T12:00:00-05:00',
  outdated: false,
}

async function open(consents: readonly (typeof consent & { kind: string })[]) {
  answerCalls({ checkConsentStatus: { data: { consents, militarySelfIdentified: false, complete: false } } })
  const page = await render(<ConsentPage />)
  await until(() => page.querySelector('h1') !== null)
  return page
}

test('what was agreed to stands there with its day, and whether its text has changed since', async () => {
  const page = await open([
    { ...consent, kind: 'marketing' },
    { ...consent, kind: 'sms', title: 'Texts', outdated: true },
    { ...consent, kind: 'privacy', title: 'Privacy', given: false },
  ])
  const rows = [...page.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(rows).toEqual([
    'OffersYou agreed on Mar 5, 2026.',
    'TextsYou agreed on Mar 5, 2026. The text has changed since then.',
  ])
})

test('before the first consent nothing is said to be given', async () => {
  const page = await open([{ ...consent, kind: 'marketing', given: false }])
  expect(page.textContent).not.toContain(consentText('givenTitle'))
})
