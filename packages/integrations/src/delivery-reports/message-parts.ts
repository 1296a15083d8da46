import { Splitter, type SplitterChunk } from '@zone-eu/mailsplit'

/** Reports are small; a larger message is none of ours. */
export const LARGEST_REPORT_BYTES = 1_048_576
const LIMITS = { ignoreEmbedded: true, maxHeadSize: 65_536, maxChildNodes: 50 } as const

/** One part of a message: its media type in lower case, and its decoded bytes. */
export interface MessagePart {
  readonly mediaType: string
  /** The first value of a field of the part's own head; undefined where it has none. */
  header(name: string): string | undefined
  readonly body: Buffer
}

type MimeNode = Extract<SplitterChunk, { type: 'node' }>
interface RawPart {
  readonly node: MimeNode
  readonly chunks: Buffer[]
}

/**
 * The parts of a message (RFC 2046), the whole message first; an embedded message is one part. Undefined where it is
 * larger, or has more or longer parts, than a report has.
 */
export async function messageParts(message: Uint8Array): Promise<readonly MessagePart[] | undefined> {
  if (message.byteLength > LARGEST_REPORT_BYTES) return undefined
  const parts: RawPart[] = []
  const splitter = new Splitter(LIMITS)
  splitter.end(Buffer.from(message))
  try {
    for await (const chunk of splitter as AsyncIterable<SplitterChunk>) {
      if (chunk.type === 'node') parts.push({ node: chunk, chunks: [] })
      else if (chunk.type === 'body') parts.at(-1)?.chunks.push(chunk.value)
    }
    return await Promise.all(parts.map(partOf))
  } catch (error) {
    if (error instanceof Error) return undefined
    throw error
  }
}

async function partOf({ node, chunks }: RawPart): Promise<MessagePart> {
  const { headers } = node
  return {
    mediaType: node.contentType === false ? 'text/plain' : node.contentType.toLowerCase(),
    header: (name) => (headers === false ? undefined : headers.getFirst(name) || undefined),
    body: await decoded(node, chunks),
  }
}

async function decoded(node: MimeNode, chunks: readonly Buffer[]): Promise<Buffer> {
  const decoder = node.getDecoder()
  decoder.end(Buffer.concat(chunks))
  const plain: Buffer[] = []
  for await (const chunk of decoder as AsyncIterable<Buffer>) plain.push(chunk)
  return Buffer.concat(plain)
}
