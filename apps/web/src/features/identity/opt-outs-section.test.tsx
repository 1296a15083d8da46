import { expect, test } from 'vitest'
import { announcedNow, closePopup } from '../../app/announcements.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle } from '../../testing/render.tsx'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { OptOutsSection } from './opt-outs-section.tsx'
import { securityText } from './security-messages.ts'

signedInForEachTest()

test.each([false, true])(
  'what staff noted is allowed again by its owner; a phone that said STOP (%s) has to say START',
  async (textsStopped) => {
    let done = 0
    const sent = answerCalls({ allowContact: { data: { optOuts: [], textsStopped } } })
    const page = await render(
      <OptOutsSection optOuts={['doNotCall', 'operation']} onDone={() => void (done += 1)} />,
    )
    expect(page.querySelectorAll('button')).toHaveLength(2)
    const name = securityText('optOutAllowOne', { what: securityText('optOutDoNotCall') })
    await settle(() => page.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)?.click())
    expect(sent.map(({ name: call, body }) => [call, body])).toEqual([
      ['allowContact', { optOut: 'doNotCall' }],
    ])
    expect(done).toBe(1)
    const { snackbar, popup } = announcedNow()
    expect(snackbar.message).toBe(securityText('optOutDone'))
    expect(popup?.message).toBe(textsStopped ? securityText('optOutReplyStart') : undefined)
    await settle(closePopup)
  },
)
