import { LoanFlag } from '@dolphin/domain/loans/codes'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useState } from 'react'
import { setReactionTarget } from '../api-client/reactions.ts'
import { AnnouncementsView } from '../app/after-paint/announcements-view.tsx'
import { giveBootData } from '../testing/boot-data.ts'
import { render, settle, type, unmount, until } from '../testing/render.tsx'
import { NOTHING_STORED, SAMPLE_CONTEXT, SAMPLE_FORM } from '../testing/sample-form.ts'
import { FormStore } from './form-store.ts'
import { SteppedForm } from './stepped-form.tsx'

const stored = {
  ...NOTHING_STORED,
  values: { firstName: 'Ada', cellPhone: '2125550142' },
  masked: { ssn: '***-**-0001' },
}

function anEngine(values = stored) {
  const store = new FormStore(SAMPLE_FORM, values, SAMPLE_CONTEXT)
  return { store, restored: false, dropDraft: vi.fn() }
}

function AForm({ engine, onDone }: Pick<Parameters<typeof SteppedForm>[0], 'engine' | 'onDone'>) {
  return <SteppedForm engine={engine} title="About you" step={0} onStep={() => {}} onDone={onDone} />
}

const answers = (status: number, code: number, data: unknown) =>
  vi.fn(async (_path: string, _request: RequestInit) => new Response(JSON.stringify({ status, code, data })))

const submit = (page: HTMLElement) => settle(() => page.querySelector('form')?.requestSubmit())

const firstName = (page: HTMLElement) => page.querySelector<HTMLInputElement>('#field-firstName')!

beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  giveBootData()
})
afterEach(() => vi.unstubAllGlobals())

describe('a served form', () => {
  test('submitting it empty focuses the summary, whose words are those at the fields (GOV.UK)', async () => {
    const page = await render(<AForm engine={anEngine(NOTHING_STORED as typeof stored)} onDone={() => {}} />)
    await submit(page)
    const summary = page.querySelector<HTMLElement>('[role=alert]')
    expect(document.activeElement).toBe(summary)
    const links = [...(summary?.querySelectorAll('a') ?? [])]
    for (const link of links) {
      const id = link.getAttribute('href')?.slice(1) ?? ''
      expect(document.getElementById(`${id}-error`)?.textContent).toBe(link.textContent)
    }
    await settle(() => links[0]?.click())
    expect(document.activeElement?.id).toBe('field-firstName')
  })

  test('the first step keeps the title of its page, where the page has one (product.md §2, /loan-agreement)', async () => {
    const form = (pageTitle?: string) => (
      <SteppedForm
        engine={anEngine()}
        title="About you"
        pageTitle={pageTitle}
        step={0}
        onStep={() => {}}
        onDone={() => {}}
      />
    )
    await render(form('Apply for New Loan'))
    expect(document.title).toMatch(/^Apply for New Loan \| /)
    await unmount()
    await render(form())
    expect(document.title).not.toMatch(/^Apply for New Loan/)
  })

  test('nothing changed means no call (product.md §5)', async () => {
    const fetch = answers(200, 1, {})
    vi.stubGlobal('fetch', fetch)
    const done = vi.fn()
    const page = await render(<AForm engine={anEngine()} onDone={done} />)
    await submit(page)
    expect(fetch).not.toHaveBeenCalled()
    expect(done).toHaveBeenCalledWith(undefined)
  })

  test('prefilled answers are saved even when unchanged: nothing is stored yet (domain.md §3)', async () => {
    const fetch = answers(200, 1, { ...stored, version: 1 })
    vi.stubGlobal('fetch', fetch)
    const done = vi.fn()
    const page = await render(<AForm engine={anEngine({ ...stored, version: 0 })} onDone={done} />)
    await submit(page)
    const body = JSON.parse(fetch.mock.calls[0]?.[1].body as string) as unknown
    expect(body).toEqual({ externalKey: 'app-1', version: 0, changed: {} })
    expect(done).toHaveBeenCalledWith(expect.objectContaining({ version: 1 }))
  })

  test('a save carries the changed fields, the key and the version, and an idempotency key', async () => {
    const fetch = answers(200, 1, { ...stored, version: 4 })
    vi.stubGlobal('fetch', fetch)
    const done = vi.fn()
    const page = await render(<AForm engine={anEngine()} onDone={done} />)
    await type(firstName(page), 'Grace')
    await submit(page)
    const request = fetch.mock.calls[0]?.[1]
    expect(JSON.parse(request?.body as string)).toEqual({
      externalKey: 'app-1',
      version: 3,
      changed: { firstName: 'Grace' },
    })
    expect(new Headers(request?.headers).get('Idempotency-Key')).toMatch(/^[0-9a-f-]{36}$/)
    expect(done).toHaveBeenCalledOnce()
  })

  test('a refused save shows the popup "Error", then the fields in the summary', async () => {
    const data = {
      message: 'Please check',
      requestId: 'r',
      errors: [{ elementKey: 'firstName', message: 'Not this one' }],
    }
    vi.stubGlobal('fetch', answers(422, -95010001, data))
    const page = await render(
      <>
        <AForm engine={anEngine()} onDone={() => {}} />
        <AnnouncementsView />
      </>,
    )
    await type(firstName(page), 'Grace')
    await submit(page)
    const popup = page.querySelector('dialog')
    expect(popup?.querySelector('h2')?.textContent).toBe('Error')
    expect(popup?.textContent).toContain('Please check')
    await settle(() => popup?.querySelector('button')?.click())
    expect(page.querySelector('[role=alert]')?.textContent).toContain('Not this one')
    expect(firstName(page).value).toBe('Grace')
  })

  test('a conflict shows both values and saves the one chosen', async () => {
    const current = { version: 5, values: { ...stored.values, firstName: 'Edith' } }
    vi.stubGlobal('fetch', answers(409, -95010003, { message: 'Changed', requestId: 'r', current }))
    const done = vi.fn()
    const page = await render(<AForm engine={anEngine()} onDone={done} />)
    await type(firstName(page), 'Grace')
    await submit(page)
    await until(() => page.querySelector('dialog') !== null)
    const dialog = page.querySelector('dialog')
    expect(dialog?.textContent).toContain('Grace')
    expect(dialog?.textContent).toContain('Edith')
    await settle(() => dialog?.querySelector<HTMLInputElement>('input[value=theirs]')?.click())
    await settle(() => [...(dialog?.querySelectorAll('button') ?? [])].at(-1)?.click())
    expect(firstName(page).value).toBe('Edith')
    expect(done).toHaveBeenCalledWith(undefined)
  })

  test('a conflict leaves a stored secret as it is: its mask is no answer (domain.md §4)', async () => {
    const current = { version: 5, values: { ...stored.values, firstName: 'Edith' }, masked: stored.masked }
    const refusal = { message: 'Changed', requestId: 'r', current }
    vi.stubGlobal('fetch', answers(409, -95010003, refusal))
    const page = await render(<AForm engine={anEngine()} onDone={() => {}} />)
    await type(firstName(page), 'Grace')
    await submit(page)
    await until(() => page.querySelector('dialog') !== null)
    vi.stubGlobal('fetch', answers(200, 1, { ...stored, version: 6 }))
    await settle(() => [...(page.querySelectorAll<HTMLElement>('dialog button') ?? [])].at(-1)?.click())
    const request = vi.mocked(fetch).mock.calls[0]?.[1]
    expect(JSON.parse(request?.body as string)).toEqual({
      externalKey: 'app-1',
      version: 5,
      changed: { firstName: 'Grace' },
    })
  })

  test('a server that cannot be reached loses nothing that was typed', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => Promise.reject(new TypeError('down'))),
    )
    const page = await render(<AForm engine={anEngine()} onDone={() => {}} />)
    await type(firstName(page), 'Grace')
    await submit(page)
    expect(firstName(page).value).toBe('Grace')
  })

  describe('form action mode (product.md §4: preview 0, save 1)', () => {
    const bodies = () =>
      vi
        .mocked(fetch)
        .mock.calls.map(
          ([, request]) => JSON.parse(request?.body as string) as { mode?: number; mayEnd?: boolean },
        )
    const show = async (loanFlags: readonly number[]) => {
      vi.stubGlobal('fetch', answers(200, 1, { ...stored, version: 4, loanFlags }))
      const done = vi.fn()
      const ask = (preview: { loanFlags: readonly number[] }) =>
        preview.loanFlags.length > 0
          ? { text: 'Your amount is worked out again', along: { mayEnd: true } }
          : undefined
      const page = await render(
        <SteppedForm
          engine={anEngine()}
          title="T"
          step={0}
          onStep={() => {}}
          onDone={done}
          askBefore={ask}
        />,
      )
      await type(firstName(page), 'Grace')
      await submit(page)
      return { page, done }
    }
    const press = (page: HTMLElement, words: string) =>
      settle(() => [...page.querySelectorAll('button')].find((one) => one.textContent === words)?.click())

    test('what a save would change is previewed and asked for first, then saved', async () => {
      const { page, done } = await show([LoanFlag.recalculateLoanAmount])
      expect(bodies().map(({ mode }) => mode)).toEqual([0])
      expect(page.querySelector('dialog')?.textContent).toContain('Your amount is worked out again')
      await press(page, 'Save anyway')
      expect(bodies().map(({ mode, mayEnd }) => [mode, mayEnd])).toEqual([
        [0, undefined],
        [undefined, true],
      ])
      expect(done).toHaveBeenCalledOnce()
    })

    test('no question appears when nothing else changes, and a no saves nothing', async () => {
      expect((await show([])).done).toHaveBeenCalledOnce()
      expect(bodies()).toHaveLength(2)
      const { page, done } = await show([LoanFlag.recalculateLoanAmount])
      await press(page, 'Do not save')
      expect([bodies().length, done.mock.calls.length, firstName(page).value]).toEqual([1, 0, 'Grace'])
    })
  })

  describe('steps that are kept as they are left', () => {
    const TWO_STEPS = {
      ...SAMPLE_FORM,
      definition: {
        ...SAMPLE_FORM.definition,
        elements: SAMPLE_FORM.definition.elements.flatMap((element) =>
          element.elementKey === 'cellPhone'
            ? [{ elementKey: 'more', elementLabel: 'More', dataControl: 'heading' } as const, element]
            : [element],
        ),
      },
    }
    function Steps({ store }: { store: FormStore }) {
      const [step, setStep] = useState(0)
      const engine = { store, restored: false, dropDraft: () => {} }
      return (
        <SteppedForm engine={engine} title="T" step={step} onStep={setStep} onDone={() => {}} unfinished />
      )
    }
    const showSteps = () => render(<Steps store={new FormStore(TWO_STEPS, NOTHING_STORED, SAMPLE_CONTEXT)} />)

    test('Back and Continue save nothing when nothing changed (product.md §5)', async () => {
      const fetch = answers(200, 1, { ...NOTHING_STORED, version: 4, values: { firstName: 'Ada' } })
      vi.stubGlobal('fetch', fetch)
      const page = await showSteps()
      await type(firstName(page), 'Ada')
      await submit(page)
      await until(() => page.querySelector('#field-cellPhone') !== null)
      expect(fetch).toHaveBeenCalledOnce()
      const back = [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Back')
      await settle(() => back?.click())
      await submit(page)
      await until(() => page.querySelector('#field-cellPhone') !== null)
      expect(fetch).toHaveBeenCalledOnce()
    })

    test.each([-82030001, -82030002])(
      'a step that meets %i leads to sign-in (product.md §8)',
      async (code) => {
        vi.stubGlobal('fetch', answers(401, code, { message: 'Sign in', requestId: 'r' }))
        const navigate = vi.fn()
        setReactionTarget({ navigate, rememberReturn: () => {} })
        const page = await showSteps()
        await type(firstName(page), 'Ada')
        await submit(page)
        await until(() => navigate.mock.calls.length > 0)
        expect(navigate).toHaveBeenCalledWith('/sign-in', { replace: true })
      },
    )
  })

  test('a stored SSN shows only its mask until it is to be changed', async () => {
    const page = await render(<AForm engine={anEngine()} onDone={() => {}} />)
    await until(() => page.textContent?.includes('***-**-0001') ?? false)
    expect(page.querySelector('#field-ssn')).toBeNull()
  })
})
