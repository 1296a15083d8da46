import { type ComponentType, startTransition, useEffect, useState } from 'react'
import { loadChunk } from './page-loader.ts'

/** A component in a chunk of its own. */
export interface Chunk<Props> {
  /** Undefined until it was loaded. */
  readonly here: ComponentType<Props> | undefined
  readonly load: () => Promise<void>
}

/** A chunk by its module, whose default export is the component. */
export function chunkOf<Props>(load: () => Promise<{ default: ComponentType<Props> }>): Chunk<Props> {
  let here: ComponentType<Props> | undefined
  return {
    get here() {
      return here
    },
    load: async () => {
      here = (await loadChunk(load, import.meta.url)).default
    },
  }
}

interface Ended {
  readonly chunk: unknown
  readonly failure?: Error | undefined
}

/**
 * The component once it is here, undefined until then; where it cannot be loaded, rendering throws why. Not React's own
 * `lazy`, which keeps what stands for it for 300 ms, however early the chunk comes. Source: docs/decisions/first-paint.md.
 */
export function useChunk<Props>(chunk: Chunk<Props>): ComponentType<Props> | undefined {
  const [ended, setEnded] = useState<Ended>()
  const part = chunk.here
  const isHere = part !== undefined
  useEffect(() => {
    // By what was rendered: it may have come since
    if (isHere) return
    let isWanted = true
    const end = (failure?: Error) => {
      if (isWanted) startTransition(() => setEnded({ chunk, failure }))
    }
    void chunk.load().then(() => end(), end)
    return () => {
      isWanted = false
    }
  }, [chunk, isHere])
  if (ended?.chunk === chunk && ended.failure !== undefined) throw ended.failure
  return part
}
