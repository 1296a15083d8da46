import { QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { Router } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { queryClient } from '../calls/queries.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** A page as it stands in the document, and where the reader is by now. */
export interface Shown {
  readonly container: HTMLElement
  readonly path: () => string
}

let shown: Root | undefined

/** Puts a page into an empty document at an address; what was shown before, and read for it, is gone. */
export async function render(node: ReactNode, address = '/'): Promise<Shown> {
  await unmount()
  const { hook, searchHook, history } = memoryLocation({ path: address, record: true })
  const container = document.createElement('div')
  document.body.append(container)
  const root = createRoot(container)
  shown = root
  await act(async () =>
    root.render(
      <Router hook={hook} searchHook={searchHook}>
        <QueryClientProvider client={queryClient}>{node}</QueryClientProvider>
      </Router>,
    ),
  )
  await settle()
  return { container, path: () => history.at(-1) ?? '' }
}

/** Takes the page down. */
export async function unmount(): Promise<void> {
  const before = shown
  shown = undefined
  if (before) await act(async () => before.unmount())
  queryClient.clear()
  document.body.replaceChildren()
}

/** Lets answers arrive and what follows from them. */
export async function settle(): Promise<void> {
  for (let round = 0; round < 5; round += 1)
    await act(async () => new Promise((resolve) => setTimeout(resolve, 0)))
}

/** Presses the button with this text, in the page or in an open dialog. */
export async function press(name: string): Promise<void> {
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent?.trim() === name)
  if (!button) throw new Error(`There is no button "${name}" in: ${document.body.textContent}`)
  await act(async () => button.click())
  await settle()
}

/** Types into the field with this label as a person does. */
export async function type(label: string, text: string): Promise<void> {
  const input = fieldOf(label)
  await act(async () => {
    const { prototype } = input instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

/** The control with this label. */
export function fieldOf(label: string): HTMLInputElement | HTMLTextAreaElement {
  const named = [...document.querySelectorAll('label')].find((each) => each.textContent?.trim() === label)
  const input = document.getElementById(named?.htmlFor ?? '')
  if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement) return input
  throw new Error(`There is no field "${label}" in: ${document.body.textContent}`)
}

/** Everything that the reader sees. */
export const pageText = (): string => document.body.textContent ?? ''

/** Presses the button of the open dialog that does what it is for, and waits for what follows. */
export async function submit(): Promise<void> {
  await act(async () => document.querySelector<HTMLButtonElement>('dialog button[type=submit]')?.click())
  await settle()
}

/** Chooses a value of the list with a label, in the open dialog where there is one. */
export async function choose(label: string, value: string): Promise<void> {
  const labels = [...(document.querySelector('dialog') ?? document).querySelectorAll('label')]
  const named = labels.find(({ textContent }) => textContent?.trim().startsWith(label))
  const list = document.getElementById(named?.htmlFor ?? '')
  if (!(list instanceof HTMLSelectElement)) throw new Error(`There is no list "${label}"`)
  await act(async () => {
    list.value = value
    list.dispatchEvent(new Event('change', { bubbles: true }))
  })
}
