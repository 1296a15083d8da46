import { type Call } from '@dolphin/contract/call'
import { namesIn, REQUEST_PARTS, type RequestPart } from '@dolphin/contract/call-names'

type Input = Readonly<Record<string, unknown>>

/** A request in which one name of the call stands a second time, in a part that is not its own. */
export interface DoubledName {
  readonly name: string
  readonly part: RequestPart
  readonly input: Input
}

/** The value means another thing than the first, as one who confuses the server would choose it. */
const ANOTHER = '110-0000011'

/** Every name of a call, once in each other part that a request can bring: its query, and its body where it has one. */
export function doubledNames(call: Call, input: Input): readonly DoubledName[] {
  const parts = REQUEST_PARTS.filter(
    (part) => part === 'query' || (part === 'body' && call.request.body !== undefined),
  )
  const names = REQUEST_PARTS.flatMap((own) => namesIn(call, own).map((name) => ({ own, name })))
  return names.flatMap(({ own, name }) =>
    parts
      .filter((part) => part !== own)
      .map((part) => ({
        name,
        part,
        input: { ...input, [part]: { ...(input[part] as object | undefined), [name]: ANOTHER } },
      })),
  )
}
