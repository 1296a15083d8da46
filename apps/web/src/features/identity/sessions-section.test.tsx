import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AnnouncementsView } from '../../app/after-paint/announcements-view.tsx'
import { appText } from '../../app/messages.ts'
import type { Answer } from '../../testing/answers.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle, type, until } from '../../testing/render.tsx'
import { someSessions } from '../../testing/sample-account.ts'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { deviceClock } from '../../time/device-clock.ts'
import { securityText } from './security-messages.ts'
import { sessionsText } from './sessions-messages.ts'
import SessionsSection from './sessions-section.tsx'

signedInForEachTest()
beforeEach(() => {
  vi.spyOn(deviceClock, 'now').mockReturnValue(new Date('2026-03-10T10:00:00-04:00'))
})
afterEach(() => vi.restoreAllMocks())

const WRONG: Answer = {
  status: 422,
  code: -79050007,
  message: 'The current password is not right.',
  errors: [{ elementKey: 'currentPassword', message: 'The current password is not right. Enter it again.' }],
}
const DONE: Answer = { data: { done: true } }

async function open({
  sessions = someSessions(),
  end = () => DONE,
}: {
  sessions?: ReturnType<typeof someSessions>
  end?: () => Answer
} = {}) {
  const sent = answerCalls({ listSession: { data: { sessions } }, endSession: end })
  const page = await render(
    <>
      <SessionsSection account="ann@example.com" />
      <AnnouncementsView />
    </>,
  )
  await until(() => page.querySelector('li') !== null)
  return { page, ended: () => sent.filter(({ name }) => name === 'endSession').map(({ body }) => body) }
}

const buttons = (page: HTMLElement) => [...page.querySelectorAll('button')]
const press = (page: HTMLElement, name: string | RegExp) =>
  settle(() =>
    buttons(page)
      .find((one) => {
        const said = one.getAttribute('aria-label') ?? one.textContent ?? ''
        return typeof name === 'string' ? said === name : name.test(said)
      })
      ?.click(),
  )
const rows = (page: HTMLElement) =>
  [...page.querySelectorAll('section > ul > li')].map(({ textContent }) => textContent)
const typePassword = async (page: HTMLElement, password: string) => {
  const field = page.querySelector<HTMLInputElement>('#sessionPassword')
  if (field) await type(field, password)
}
const confirm = (page: HTMLElement) =>
  settle(() => page.querySelector<HTMLButtonElement>('dialog button[type="submit"]')?.click())

describe('where one is signed in (ASVS 7.5.2)', () => {
  test('each place says which device, since when and how lately; this one is marked and has no way out', async () => {
    const { page } = await open()
    const [here = '', phone = '', unknown = ''] = rows(page)
    expect(here).toMatch(/^Chrome on WindowsSigned in Tue \d+:51\s[AP]MThis device$/)
    expect(phone).toContain('Safari on iPhone')
    expect(phone).toContain('Last used 12 minutes ago')
    expect(unknown).toContain(sessionsText('anotherDevice'))
    expect(unknown).toContain(sessionsText('usedNow'))
    const ways = [...page.querySelectorAll('li button')].map((one) => one.getAttribute('aria-label'))
    expect(ways).toHaveLength(2)
    expect(ways[0]).toMatch(/^Sign out Safari on iPhone, signed in Tue/)
  })

  test('on this device only, that is said and there is nothing to end', async () => {
    const { page } = await open({ sessions: someSessions().slice(0, 1) })
    expect(page.textContent).toContain(sessionsText('onlyHere'))
    expect(buttons(page.querySelector('section') ?? page)).toEqual([])
  })

  test('what cannot be read says why and is tried again', async () => {
    const answers = vi
      .fn<() => Answer>()
      .mockImplementationOnce(() => {
        throw new TypeError('the line broke')
      })
      .mockImplementation(() => ({ data: { sessions: someSessions() } }))
    answerCalls({ listSession: answers })
    const page = await render(<SessionsSection account={undefined} />)
    await until(() => page.textContent?.includes(appText('networkFailure')) ?? false)
    expect(page.textContent).toContain(sessionsText('endOthers'))
    await press(page, appText('tryAgain'))
    await until(() => page.querySelector('li') !== null)
    expect(rows(page)).toHaveLength(3)
  })

  test('one session ends after the password: it leaves the list, a message says so, focus stays in the section', async () => {
    const { page, ended } = await open()
    await press(page, /^Sign out Safari on iPhone/)
    expect(page.querySelector('dialog h2')?.textContent).toBe(
      sessionsText('endTitle', { device: 'Safari on iPhone' }),
    )
    await typePassword(page, 'Harbor-1.7-Lantern')
    await confirm(page)
    const told = sessionsText('ended', { device: 'Safari on iPhone' })
    await until(() => document.activeElement?.id === 'sessions' && page.textContent.includes(told))
    expect(rows(page)).toHaveLength(2)
    expect(ended()).toEqual([{ which: 'one', sessionId: 's-2', currentPassword: 'Harbor-1.7-Lantern' }])
    expect(page.textContent).toContain(told)
    expect(document.activeElement).toBe(page.querySelector('#sessions'))
  })

  test('all others are ended at once, and this one is left', async () => {
    const { page, ended } = await open()
    await press(page, sessionsText('endOthers'))
    await typePassword(page, 'Harbor-1.7-Lantern')
    await confirm(page)
    await until(() => page.textContent.includes(sessionsText('endedOthers')))
    expect(rows(page)).toHaveLength(1)
    expect(ended()).toEqual([{ which: 'others', currentPassword: 'Harbor-1.7-Lantern' }])
    expect(rows(page)[0]).toContain(sessionsText('here'))
    expect(page.textContent).toContain(sessionsText('endedOthers'))
    expect(page.textContent).toContain(sessionsText('onlyHere'))
  })

  test('a missing or wrong password is said at the field, and nothing leaves the list', async () => {
    const { page, ended } = await open({ end: () => WRONG })
    await press(page, sessionsText('endOthers'))
    await confirm(page)
    await until(() => page.querySelector('#sessionPassword-error') !== null)
    expect(page.querySelector('#sessionPassword-error')).not.toBeNull()
    expect(ended()).toEqual([])
    await typePassword(page, 'Harbor')
    await confirm(page)
    await until(
      () => page.querySelector('#sessionPassword-error')?.textContent?.includes('not right') ?? false,
    )
    expect(page.querySelector('#sessionPassword-error')?.textContent).toContain(
      'The current password is not right',
    )
    expect(rows(page)).toHaveLength(3)
  })

  test('who changes their mind ends nothing', async () => {
    const { page, ended } = await open()
    await press(page, sessionsText('endOthers'))
    await press(page, securityText('cancel'))
    await until(() => page.querySelector('#sessionPassword') === null)
    expect(page.querySelector('#sessionPassword')).toBeNull()
    expect([ended(), rows(page).length]).toEqual([[], 3])
  })
})
