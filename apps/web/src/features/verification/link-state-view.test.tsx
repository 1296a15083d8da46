import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { ComponentProps } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { render, settle } from '../../testing/render.tsx'
import { LinkStateView } from './link-state-view.tsx'
import { LINK_STATES } from './link-states.ts'
import { linkText } from './messages.ts'

const STATUSES = Object.values(IbvStatus)

function aView(
  status: IbvStatus,
  overrides: Partial<Pick<ComponentProps<typeof LinkStateView>, 'isTired' | 'way' | 'canOpen'>> = {},
) {
  const acts = { onOpen: vi.fn(), onContinue: vi.fn(), onLook: vi.fn(), onBack: vi.fn(), onUpload: vi.fn() }
  const node = <LinkStateView status={status} busy={false} isTired={false} {...overrides} {...acts} />
  return { acts, node }
}

const buttons = (page: HTMLElement) => [...page.querySelectorAll('button')]

describe('the eight states of a bank link (product.md §4, IBV status)', () => {
  test('there are eight, and each has its own heading', () => {
    expect(STATUSES).toHaveLength(8)
    expect(new Set(STATUSES.map((status) => LINK_STATES[status].title)).size).toBe(8)
  })

  test.each(STATUSES)('status %i says what it is', async (status) => {
    const page = await render(aView(status).node)
    expect(page.querySelector('h1')?.textContent).toBe(linkText(LINK_STATES[status].title))
    expect(page.querySelector('[role=status]')?.textContent).toContain(linkText(LINK_STATES[status].title))
  })

  test.each(STATUSES)(
    'status %i goes on at the bank, goes on here, looks again or takes a statement; each has its way back',
    async (status) => {
      const { acts, node } = aView(status)
      const page = await render(node)
      for (const button of buttons(page)) await settle(() => button.click())
      expect(acts.onOpen).toHaveBeenCalledTimes(LINK_STATES[status].open ? 1 : 0)
      expect(acts.onContinue).toHaveBeenCalledTimes(status === IbvStatus.successful ? 1 : 0)
      expect(acts.onLook).toHaveBeenCalledTimes(status === IbvStatus.inProgress ? 1 : 0)
      expect(acts.onUpload).toHaveBeenCalledTimes(status <= IbvStatus.notStarted ? 1 : 0)
      expect(acts.onBack).toHaveBeenCalledOnce()
    },
  )

  test('while the bank is being read nothing can be opened; once looking has stopped that is said', async () => {
    expect(LINK_STATES[IbvStatus.inProgress].open).toBeUndefined()
    const page = await render(aView(IbvStatus.inProgress, { isTired: true }).node)
    expect(page.textContent).toContain(linkText('progressLong'))
  })

  test.each([
    ['statement', IbvStatus.inProgress, 'reviewTitle'],
    ['person', IbvStatus.inProgress, 'personTitle'],
    ['statement', IbvStatus.accountError, 'refusedTitle'],
    ['person', IbvStatus.accountError, 'personRefusedTitle'],
    ['statement', IbvStatus.successful, 'acceptedTitle'],
    ['person', IbvStatus.successful, 'acceptedTitle'],
  ] as const)('a %s in status %i says so in its own words', async (way, status, title) => {
    const page = await render(aView(status, { way }).node)
    expect(page.querySelector('h1')?.textContent).toBe(linkText(title))
  })

  test.each(['statement', 'person'] as const)(
    'a refused %s leads to a bank, not to another one: none was linked',
    async (way) => {
      const page = await render(aView(IbvStatus.accountError, { way }).node)
      expect(buttons(page).map((button) => button.textContent)).toEqual(['', linkText('start')])
    },
  )

  test('no bank can be opened once three were tried (domain.md §6)', async () => {
    const { node, acts } = aView(IbvStatus.accountError, { canOpen: false })
    const page = await render(node)
    for (const button of buttons(page)) await settle(() => button.click())
    expect(acts.onOpen).not.toHaveBeenCalled()
  })

  test('every error offers the statement upload as a fallback option (domain.md §5)', () => {
    for (const status of STATUSES.filter((each) => each < 0)) expect(LINK_STATES[status].upload).toBe(true)
  })
})
