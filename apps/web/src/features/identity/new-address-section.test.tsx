import { ContactType } from '@dolphin/domain/identity/codes'
import { expect, test } from 'vitest'
import { AnnouncementsView } from '../../app/after-paint/announcements-view.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle, type, until } from '../../testing/render.tsx'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { NewAddressSection } from './new-address-section.tsx'
import { securityText } from './security-messages.ts'

signedInForEachTest()

const SENT = {
  sent: true,
  resendAfterSeconds: 30,
  maskedAddress: 'e•••@lender.example',
  expiresAt: '2026-03-10T10:10:00-04:00',
} as const

test('another address is taken once its code is right; a wrong address is said at the field', async () => {
  let done = 0
  const sent = answerCalls({
    giveEmail: { data: SENT },
    verifyContact: { data: { contactType: ContactType.alternativeEmail, verified: true } },
  })
  const page = await render(
    <>
      <NewAddressSection onDone={() => void (done += 1)} />
      <AnnouncementsView />
    </>,
  )
  const field = (id: string) => page.querySelector<HTMLInputElement>(`#${id}`)
  const submit = () => settle(() => page.querySelector<HTMLButtonElement>('button[type=submit]')?.click())
  const fill = async (id: string, text: string) => {
    const input = field(id)
    if (input) await type(input, text)
  }
  await fill('newAddress', 'no address')
  await submit()
  expect(sent).toEqual([])
  expect(field('newAddress')?.getAttribute('aria-invalid')).toBe('true')
  await fill('newAddress', 'else@lender.example')
  await submit()
  expect(sent.map(({ name, body }) => [name, body])).toEqual([
    ['giveEmail', { email: 'else@lender.example' }],
  ])
  expect(page.textContent).toContain(securityText('codeSent', { address: SENT.maskedAddress }))
  await fill('contactCode', '123456')
  await submit()
  expect(sent.at(-1)).toMatchObject({
    name: 'verifyContact',
    body: { contactType: ContactType.alternativeEmail, code: '123456' },
  })
  expect(done).toBe(1)
  await until(() => page.textContent.includes(securityText('newAddressDone')))
  expect(page.textContent).toContain(securityText('newAddressDone'))
})
