import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let shown: Root | undefined

/** Puts a component into an empty document and answers its container; what was shown before is taken down. */
export async function render(node: ReactNode): Promise<HTMLElement> {
  await unmount()
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  shown = root
  await act(async () => root.render(node))
  return container
}

/** Takes the component down, so that nothing of it goes on after its test. */
export async function unmount(): Promise<void> {
  const before = shown
  shown = undefined
  if (before) await act(async () => before.unmount())
  document.body.replaceChildren()
}

/** Types as a person does: replaces the text and lets React hear it. */
export async function type(input: HTMLInputElement | HTMLTextAreaElement, text: string): Promise<void> {
  await act(async () => {
    const { prototype } = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** Below the 5 s of a test, which then says what it missed. */
const UNTIL_LIMIT_MS = 4_000

/** Waits until the page says so, however long its readings and the parts it loads later take. */
export async function until(holds: () => boolean): Promise<void> {
  const deadline = performance.now() + UNTIL_LIMIT_MS
  while (!holds() && performance.now() < deadline) await settle(() => {})
}

/** Lets something happen and waits until the page has settled. */
export async function settle(what: () => void): Promise<void> {
  await act(async () => {
    what()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
}
