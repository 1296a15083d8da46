import { act, useState } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { giveBootData } from '../testing/boot-data.ts'
import { render } from '../testing/render.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { type Chunk, chunkOf, useChunk } from './use-chunk.ts'

beforeAll(giveBootData)

const greeting = (word: string) => ({ default: () => <p>{word}</p> })

type Module = ReturnType<typeof greeting>

/** A module that comes when the test says so. */
function arrival() {
  let come: (module: Module) => void = () => {}
  const promise = new Promise<Module>((resolve) => {
    come = resolve
  })
  return { promise, come: (module: Module) => come(module) }
}

function Shown({ chunk }: { chunk: Chunk<object> }) {
  const Part = useChunk(chunk)
  return Part ? <Part /> : <p>Waiting</p>
}

test('a chunk that was loaded before is shown at once, and not loaded again', async () => {
  const load = vi.fn(async () => greeting('Hello'))
  const chunk = chunkOf(load)
  await chunk.load()
  const page = await render(<Shown chunk={chunk} />)
  expect(page.textContent).toBe('Hello')
  expect(load).toHaveBeenCalledOnce()
})

test('a chunk that is not here is loaded once it is asked for, and shown when it comes', async () => {
  const coming = arrival()
  const page = await render(<Shown chunk={chunkOf(() => coming.promise)} />)
  expect(page.textContent).toBe('Waiting')
  await act(async () => coming.come(greeting('Hello')))
  expect(page.textContent).toBe('Hello')
})

test('a chunk that comes after the first look and before the effect is shown', async () => {
  let looks = 0
  const { default: Hello } = greeting('Hello')
  const chunk: Chunk<object> = {
    get here() {
      looks += 1
      return looks === 1 ? undefined : Hello
    },
    load: () => Promise.resolve(),
  }
  const page = await render(<Shown chunk={chunk} />)
  expect(page.textContent).toBe('Hello')
})

test('another chunk takes the place of one that is still on its way', async () => {
  const slow = arrival()
  const chunks = [chunkOf(() => slow.promise), chunkOf(async () => greeting('Second'))] as const
  function Pages() {
    const [at, setAt] = useState<0 | 1>(0)
    return (
      <button type="button" onClick={() => setAt(1)}>
        <Shown chunk={chunks[at]} />
      </button>
    )
  }
  const page = await render(<Pages />)
  await act(async () => page.querySelector('button')?.click())
  await act(async () => slow.come(greeting('First')))
  expect(page.textContent).toBe('Second')
})

test('where a chunk cannot be loaded the page is an error (design/security.md D8)', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const chunk = chunkOf<object>(() => Promise.reject(new Error('gone')))
  await reloadOnce(chunk)
  const page = await render(
    <ErrorBoundary path="/home">
      <Shown chunk={chunk} />
    </ErrorBoundary>,
  )
  expect(page.querySelector('h1')).not.toBeNull()
  vi.restoreAllMocks()
})

/** A first failure reloads the page. */
async function reloadOnce(chunk: Chunk<object>): Promise<void> {
  const reload = vi.fn()
  vi.stubGlobal('location', { reload })
  void chunk.load()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  vi.unstubAllGlobals()
}
