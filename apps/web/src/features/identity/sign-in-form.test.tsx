import { describe, expect, test } from 'vitest'
import { AnnouncementsView } from '../../app/after-paint/announcements-view.tsx'
import type { Answer } from '../../testing/answers.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { render, settle, type, until } from '../../testing/render.tsx'
import { signedInForEachTest } from '../../testing/signed-in-page.ts'
import { SignInForm } from './sign-in-form.tsx'

signedInForEachTest()

const refusal = (code: number, message: string): Answer => ({ status: 422, code, message })

function inputOf(page: HTMLElement, id: string): HTMLInputElement {
  const input = page.querySelector<HTMLInputElement>(`#${id}`)
  if (input === null) throw new Error(`no field ${id}`)
  return input
}

async function signIn(answer: Answer) {
  answerCalls({ signIn: answer })
  const page = await render(
    <>
      <SignInForm onCodeNeeded={() => undefined} onStop={() => undefined} />
      <AnnouncementsView />
    </>,
  )
  await type(inputOf(page, 'account'), 'ann@example.com')
  await type(inputOf(page, 'password'), 'Harbor-1.7-Lantern')
  await settle(() => page.querySelector<HTMLElement>('[type=submit]')?.click())
  return page
}

describe('a refused sign-in', () => {
  test('of a wrong email or password is said at the field, what was typed is kept, and no popup opens', async () => {
    const words = 'The email or password is not right.'
    const page = await signIn(refusal(-79_050_002, words))
    await until(() => page.querySelector('#password-error') !== null)
    expect(page.querySelector('#password-error')?.textContent).toContain(words)
    expect(inputOf(page, 'account').value).toBe('ann@example.com')
    expect(document.querySelector('[role=alertdialog], dialog[open]')).toBeNull()
  })

  test('for another reason opens a popup: it is about no field', async () => {
    const page = await signIn(refusal(-79_050_005, 'Too many tries.'))
    await until(() => document.querySelector('[role=alertdialog], dialog[open]') !== null)
    expect(page.querySelector('#password-error')).toBeNull()
  })
})
