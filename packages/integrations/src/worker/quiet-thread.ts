import type { MessagePort } from 'node:worker_threads'

/** What a thread tells of text that a library in it wrote: how many bytes, never which. */
export interface ThreadWrote {
  readonly wrote: number
}

/**
 * Keeps inside what libraries write in this thread: it may be of a person's document. The port hears how much it was. (A
 * thread whose streams are read instead keeps its process from ending.)
 */
export function keepOutputInside(port: MessagePort | null): void {
  const write = (chunk: string | Uint8Array, ...rest: readonly unknown[]): boolean => {
    port?.postMessage({ wrote: Buffer.byteLength(chunk) } satisfies ThreadWrote)
    const written = rest.at(-1)
    if (typeof written === 'function') queueMicrotask(() => written())
    return true
  }
  process.stdout.write = write
  process.stderr.write = write
}
