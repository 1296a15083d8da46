import { type Chunk, useChunk } from './use-chunk.ts'
import { Waiting } from './waiting.tsx'

interface ChunkedProps<Props> {
  readonly chunk: Chunk<Props>
  readonly props: Props
}

/** A screen in a chunk of its own, and what stands for it until that is here. */
export function Chunked<Props extends object>({ chunk, props }: ChunkedProps<Props>) {
  const Screen = useChunk(chunk)
  return Screen ? <Screen {...props} /> : <Waiting />
}
