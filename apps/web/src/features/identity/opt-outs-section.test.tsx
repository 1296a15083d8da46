import { expect, test } from 'vitest'
import { AnnouncementsView } from '../../app/after-paint/announcements-view.tsx'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle } from '../../testing/render.tsx'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { OptOutsSection } from './opt-outs-section.tsx'
import { securityText } from './security-messages.ts'

signedInForEachTest()

test.each([
  [false, 'optOutDone'],
  [true, 'optOutReplyStart'],
] as const)(
  'what staff noted is allowed again by its owner; a phone that said STOP: %s',
  async (textsStopped, said) => {
    let done = 0
    const sent = answerCalls({ allowContact: { data: { optOuts: [], textsStopped } } })
    const page = await render(
      <>
        <OptOutsSection optOuts={['doNotCall', 'operation']} onDone={() => void (done += 1)} />
        <AnnouncementsView />
      </>,
    )
    expect(page.querySelectorAll('button')).toHaveLength(2)
    const what = securityText('optOutDoNotCall')
    const name = securityText('optOutAllowOne', { what })
    await settle(() => page.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)?.click())
    expect(sent.map(({ name: call, body }) => [call, body])).toEqual([
      ['allowContact', { optOut: 'doNotCall' }],
    ])
    expect(done).toBe(1)
    expect(page.textContent).toContain(securityText(said))
  },
)
