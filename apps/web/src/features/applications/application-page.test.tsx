import { LoanStatus } from '@dolphin/domain/loans/codes'
import { expect, test } from 'vitest'
import { clearTokens } from '../../api-client/session.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle, until } from '../../testing/render.tsx'
import { anApplication } from '../../testing/sample-application.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import ApplicationPage from './application-page.tsx'

signedInForEachTest()

const LINK = {
  purpose: 'application',
  portfolioId: 118,
  applicationNo: 'A-1',
  loanNo: '118-0000013',
  loanStatus: LoanStatus.initializing,
  requestId: null,
  requestCode: null,
  expiresAt: '2026-12-01T00:00:00-05:00',
  next: '/application/link-1',
} as const

async function open(needs: 'nothing' | 'identity' | 'signIn') {
  history.replaceState(null, '', '/application/link-1?section=summary')
  let release = () => {}
  const parsed = new Promise<void>((resolve) => {
    release = resolve
  })
  const sent = answerCalls({
    parsePathResource: async () => {
      await parsed
      return { data: { ...LINK, needs } }
    },
    listSection: { data: anApplication(5, { signedIn: true }) },
    getPersonal: { data: { values: {} } },
  })
  const page = await render(<ApplicationPage params={{ resource: 'link-1' }} />)
  for (let round = 0; round < 5; round += 1) await settle(() => {})
  return {
    page,
    release,
    asked: () => sent.map(({ name }) => name).filter((name) => !name.startsWith('get')),
  }
}

test('who is signed in waits for the link and the application at once; neither is read twice', async () => {
  const { page, release, asked } = await open('nothing')
  expect(asked()).toEqual(['parsePathResource', 'listSection'])
  expect(page.querySelector('h1')).toBeNull()
  release()
  await until(() => page.querySelector('h1') !== null)
  expect(asked()).toEqual(['parsePathResource', 'listSection'])
})

test('what was read early is never shown where the link asks for a proof first', async () => {
  const { page, release } = await open('identity')
  release()
  await until(() => page.querySelector('h1') !== null)
  expect(page.textContent).not.toContain('Summary')
  expect(page.querySelectorAll('input').length).toBeGreaterThan(0)
})

test('who is not signed in asks for the link alone', async () => {
  clearTokens()
  const { asked } = await open('identity')
  expect(asked()).toEqual(['parsePathResource'])
})
